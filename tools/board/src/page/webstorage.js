// The browser's storage; what it denies or has no room for, the page remembers by itself until it is left.

function open(name) {
  try {
    return window[name];
  } catch {
    // Even to look at it is denied.
    return null;
  }
}

class Store {
  constructor(name) {
    this.browsers = open(name);
    /// What the browser has not taken: every page of its host fills the same storage.
    this.own = new Map();
  }

  getItem(key) {
    return this.own.get(key) ?? this.browsers?.getItem(key) ?? null;
  }

  setItem(key, text) {
    try {
      this.browsers.setItem(key, text);
      this.own.delete(key);
    } catch {
      this.own.set(key, text);
    }
  }

  removeItem(key) {
    this.own.delete(key);
    this.browsers?.removeItem(key);
  }

  /// Whether what is stored by this name outlives the page.
  keeps(key) {
    return !!this.browsers && !this.own.has(key);
  }
}

export const local = new Store("localStorage");
export const session = new Store("sessionStorage");
