// English: reasons have their sentences when they come.

export default {};
