// The browser's storage; where it is denied, the page remembers by itself until it is left.

class Memory extends Map {
  getItem(key) {
    return this.get(key) ?? null;
  }

  setItem(key, text) {
    this.set(key, text);
  }

  removeItem(key) {
    this.delete(key);
  }
}

function open(name) {
  try {
    return window[name] ?? new Memory();
  } catch {
    // Even to look at it is denied.
    return new Memory();
  }
}

export const local = open("localStorage");
export const session = open("sessionStorage");
/// Whether what is stored outlives the page.
export const isLasting = !(local instanceof Memory);
