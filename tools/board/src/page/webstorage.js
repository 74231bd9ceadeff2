// The browser's storage; what it denies or has no room for, the page remembers by itself until it is left.

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

class Store {
  constructor(name) {
    this.browsers = open(name);
    /// What the browser has not taken: every page of its host fills the same storage.
    this.own = new Memory();
  }

  getItem(key) {
    return this.own.getItem(key) ?? this.browsers.getItem(key);
  }

  setItem(key, text) {
    try {
      this.browsers.setItem(key, text);
      this.own.removeItem(key);
    } catch {
      this.own.setItem(key, text);
    }
  }

  removeItem(key) {
    this.own.removeItem(key);
    this.browsers.removeItem(key);
  }

  /// Whether what is stored by this name outlives the page.
  keeps(key) {
    return !(this.browsers instanceof Memory) && !this.own.has(key);
  }
}

export const local = new Store("localStorage");
export const session = new Store("sessionStorage");
