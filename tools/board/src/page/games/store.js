// The reader's games in the browser's database: a short head of each for lists and searches, and the whole game.
//
// Several tabs may have one game open. A write names the version it is based on. If another tab has written a newer one, the
// game is stored as a new one, so that nothing is overwritten.

/// A new unique id.
export const newId = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 10);

/// A 53-bit hash of a text (cyrb53).
export function hashOf(text) {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}

/// The number of the engine's findings in a body.
function findings({ states = [] }) {
  return states.flatMap(({ share, review }) => [share, ...(review?.shares ?? [])]).filter(Number.isFinite).length;
}

/// The answer to a request of the browser's database.
export function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/// The end of a transaction.
export function done(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
  });
}

/// A database of the browser. `stores`: the options of each object store by its name.
export class Stores {
  constructor(name, stores) {
    Object.assign(this, { name, stores, database: null });
  }

  async open() {
    const request = indexedDB.open(this.name, 1);
    request.onupgradeneeded = () => {
      for (const [name, options] of Object.entries(this.stores)) request.result.createObjectStore(name, options);
    };
    const database = await answer(request);
    // A newer version of the page waits until this one closes the database, and so does one who deletes it. The browser may
    // close it, too. The next call opens it anew.
    const forget = () => (this.database = null);
    Object.assign(database, { onclose: forget, onversionchange: () => (database.close(), forget()) });
    return database;
  }

  /// Begins a transaction: { transaction, … }, with the object stores by their names. If the browser denies the database,
  /// every call fails.
  async begin(mode) {
    this.database ??= this.open();
    // The next call tries again.
    this.database.catch(() => (this.database = null));
    const names = Object.keys(this.stores);
    const transaction = (await this.database).transaction(names, mode);
    return { transaction, ...Object.fromEntries(names.map((name) => [name, transaction.objectStore(name)])) };
  }
}

export class GameStore extends Stores {
  constructor() {
    super("tengen", { heads: { keyPath: "id" }, bodies: { keyPath: "id" } });
    /// The heads by id, as far as this tab knows them; null if they have to be read again.
    this.known = null;
  }

  /// All heads, the latest change first. With `isAnew` changes of other tabs are included.
  async heads(isAnew = false) {
    if (isAnew || !this.known) {
      const { heads } = await this.begin("readonly");
      this.known = new Map((await answer(heads.getAll())).map((head) => [head.id, head]));
    }
    return [...this.known.values()].sort((a, b) => b.changed - a.changed);
  }

  /// A whole game: { head, body }, or null.
  async read(id) {
    const { heads, bodies } = await this.begin("readonly");
    const [head, body] = await Promise.all([answer(heads.get(id)), answer(bodies.get(id))]);
    return head && body ? { head, body } : null;
  }

  /// Writes a game that is based on `version`. Returns its id and version: a new id if another tab has written meanwhile.
  async write({ id, version }, { head, body }) {
    const { transaction, heads, bodies } = await this.begin("readwrite");
    let [now, whole] = [{ id, version }, null];
    heads.get(id).onsuccess = ({ target }) => {
      const found = target.result;
      if (found?.hash === head.hash) {
        now.version = found.version;
        // An equal game is written only if the engine has found more in it. A file opened again has no findings.
        bodies.get(id).onsuccess = ({ target: { result } }) => {
          if (result && findings(result) <= findings(body)) bodies.put({ ...body, id });
        };
        return;
      }
      const isTaken = found && found.version !== version;
      now = isTaken ? { id: newId(), version: 1 } : { id, version: (found?.version ?? version) + 1 };
      const created = isTaken || !found ? head.changed : found.created;
      whole = { ...head, ...now, created, name: found?.name ?? "" };
      heads.put(whole);
      bodies.put({ ...body, id: now.id });
    };
    await done(transaction);
    if (whole) this.known?.set(now.id, whole);
    return now;
  }

  /// Adds games, { head, body }, without those already stored. Returns how many were new.
  async add(records) {
    if (records.length === 0) return 0;
    const { transaction, heads, bodies } = await this.begin("readwrite");
    let count = 0;
    const asked = records.map(({ head }) => heads.get(head.id));
    const put = (stored) => {
      const [ids, hashes] = ["id", "hash"].map((name) => new Set(stored.map((head) => head[name])));
      for (const { head, body } of records) {
        const isTaken = ids.has(head.id);
        // The same game may have been added under another id.
        if (isTaken && hashes.has(head.hash)) continue;
        // A game with a used id and other moves gets a new id.
        const id = isTaken ? newId() : head.id;
        ids.add(id);
        hashes.add(head.hash);
        heads.put({ ...head, id });
        bodies.put({ ...body, id });
        count++;
      }
    };
    // The answers come in order.
    asked.at(-1).onsuccess = () => {
      // If another game has the id, the game may be stored under a new id, so all games are compared.
      const isOther = asked.some(({ result }, at) => result && result.hash !== records[at].head.hash);
      if (!isOther) return put(asked.flatMap(({ result }) => result ?? []));
      heads.getAll().onsuccess = ({ target }) => put(target.result);
    };
    await done(transaction);
    this.known = null;
    return count;
  }

  async change(act) {
    const { transaction, heads, bodies } = await this.begin("readwrite");
    act(heads, bodies);
    await done(transaction);
    this.known = null;
  }

  rename(id, name) {
    return this.change((heads) => {
      heads.get(id).onsuccess = ({ target }) => target.result && heads.put({ ...target.result, name });
    });
  }

  /// Removes a game and returns it.
  async remove(id) {
    const record = await this.read(id);
    await this.change((heads, bodies) => [heads, bodies].forEach((store) => store.delete(id)));
    return record;
  }
}
