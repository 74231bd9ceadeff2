// The browser's storage. Values that it denies or has no room for are kept in memory until the page is left.

function open(name) {
  try {
    return window[name];
  } catch {
    // Some browsers deny even the access.
    return null;
  }
}

class Store {
  constructor(name) {
    this.browsers = open(name);
    /// Values that the browser did not store: all pages of a host share its room.
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

  /// Whether a key's value outlives the page.
  keeps(key) {
    return !!this.browsers && !this.own.has(key);
  }
}

export const local = new Store("localStorage");
export const session = new Store("sessionStorage");

/// The key of this tab's open part of the Learn view, kept while the view is open: a reload comes back to it.
export const LESSON = "tengen.lesson";
