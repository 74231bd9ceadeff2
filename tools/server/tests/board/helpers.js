// What the scripts of tests call.

const one = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];
const text = (selector) => one(selector)?.textContent;
const texts = (selector) => all(selector).map(({ textContent }) => textContent);
const seen = (selector) => Boolean(one(selector)?.checkVisibility());
const box = (selector) => one(selector).getBoundingClientRect();
const connection = () => document.documentElement.dataset.connection;

/// Clicks an element if it can be hit. One step of the script, so that the page cannot move the element in between.
function press(selector) {
  const element = one(selector);
  if (!element?.checkVisibility() || element.disabled) return false;
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  if (!element.contains(document.elementFromPoint(x + width / 2, y + height / 2))) return false;
  element.focus();
  element.click();
  return true;
}

/// Sets a field if it has this value.
function fill(field, value) {
  field.value = value;
  if (field.value !== value) return false;
  field.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}

/// Writes a text into a field.
function write(selector, text) {
  const field = one(selector);
  field.value = text;
  for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
}

function choose(form, name, value) {
  return fill(one(form).elements?.namedItem(name) ?? one(`${form} [name=${name}]`), value);
}

/// The place of a point in the window.
function placeOf([column, ...row]) {
  one("#frame").scrollIntoView({ block: "center", behavior: "instant" });
  const board = one("#board");
  const { left, top, width } = board.getBoundingClientRect();
  const scale = width / board.viewBox.baseVal.width;
  const edge = one(".border");
  const bottom = edge.y.baseVal.value + edge.height.baseVal.value;
  const x = edge.x.baseVal.value + 32 * (column.charCodeAt(0) - 97);
  return [left + scale * x, top + scale * (bottom - 32 * (Number(row.join("")) - 1))];
}

/// The names of the points with a stone.
function stones() {
  const edge = one(".border");
  const bottom = edge.y.baseVal.value + edge.height.baseVal.value;
  const matrices = all(".stone").map((stone) => stone.transform.baseVal[0].matrix);
  return matrices.map(({ e, f }) => String.fromCharCode(97 + (e - edge.x.baseVal.value) / 32) + (1 + (bottom - f) / 32));
}

const hasStones = (moves) => stones().sort().join() === moves.match(/[a-z]+\d+/g).sort().join();

/// The next file that the page has the browser save, with its name.
function savedFile() {
  const create = URL.createObjectURL;
  const { click } = HTMLAnchorElement.prototype;
  return new Promise((done) => {
    let last = null;
    URL.createObjectURL = (blob) => create.call(URL, (last = blob));
    HTMLAnchorElement.prototype.click = function () {
      URL.createObjectURL = create;
      HTMLAnchorElement.prototype.click = click;
      done(Object.assign(last, { name: this.download }));
    };
  });
}

/// Drags a file over the page and drops it; `content` is in base64.
function dropFile(name, content) {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0))], name));
  for (const kind of ["dragover", "drop"]) {
    dispatchEvent(new DragEvent(kind, { dataTransfer, cancelable: true }));
  }
}

/// Pastes a text that the keyboard's owner has copied.
function paste(content) {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", content);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}

/// Plays at a point by a click of the page's own.
function playAt(point) {
  const [clientX, clientY] = placeOf(point);
  for (const kind of [PointerEvent, MouseEvent]) {
    const name = kind === PointerEvent ? "pointerdown" : "click";
    one("#frame").dispatchEvent(new kind(name, { clientX, clientY, bubbles: true }));
  }
  return true;
}

/// What a check of the page finds in each of these languages; the dialog, if any, is opened anew, as its choices are of
/// the language in which it was opened.
async function inEveryLanguage(codes, check, [dialog, opener]) {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const found = [];
  // The dialog lists the languages when it is opened.
  if (!one("#settings [name=language]").value) {
    one("#open-settings").click();
    while (!one("#settings [name=language]").value) await frame();
    one("#settings").close();
  }
  for (const code of codes) {
    choose("#settings form", "language", code);
    while (document.documentElement.lang !== code) await frame();
    if (dialog) {
      one(dialog).close();
      one(opener).click();
      while (!one(dialog).open) await frame();
    }
    await frame();
    found.push(...check().map((said) => `${code}: ${said}`));
  }
  return found;
}

/// Waits until expressions are true, one after another, with a moment for the page between them; `done` gets how many were
/// in time, and what the next one said.
function waitFor(looks, passed, milliseconds, done) {
  const end = performance.now() + milliseconds;
  let pause = 4;
  (function look() {
    let found;
    try {
      found = Boolean(looks[passed]());
    } catch (error) {
      found = String(error);
    }
    [passed, pause] = found === true ? [passed + 1, 4] : [passed, Math.min(2 * pause, 50)];
    if (passed === looks.length || performance.now() > end) return done([passed, found]);
    setTimeout(look, pause);
  })();
}
