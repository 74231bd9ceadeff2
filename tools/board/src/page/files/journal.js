// A database of the reader's in the browser's own one: the file as it was opened, and the notes that were written since.
//
// Several tabs may have it open. A head says which file it is: a tab that knows another file changes nothing. Each note says
// whether a file that was saved has it.

import { answer, done, newId, openStores } from "../games/store.js";

const STORES = ["heads", "files", "notes"];
const ID = 1;

export class Journal {
  async begin(mode) {
    this.database ??= openStores("tengen-database", 1, (database) => {
      STORES.forEach((name) => database.createObjectStore(name, { autoIncrement: name === "notes" }));
    });
    this.database.catch(() => (this.database = null));
    const transaction = (await this.database).transaction(STORES, mode);
    const [heads, files, notes] = STORES.map((name) => transaction.objectStore(name));
    return { transaction, heads, files, notes };
  }

  /// What is kept: { head, file, notes }, a note being { key, values, isSaved }; null where nothing is.
  async read() {
    const { heads, files, notes } = await this.begin("readonly");
    const asked = [heads.get(ID), files.get(ID), notes.getAll(), notes.getAllKeys()];
    const [head, file, found, keys] = await Promise.all(asked.map(answer));
    return head && file ? { head, file, notes: found.map((note, at) => ({ ...note, key: keys[at] })) } : null;
  }

  /// The notes of any tab that are in no saved file: the keys, and the name of the database.
  async unsaved() {
    const kept = await this.read();
    const keys = (kept?.notes ?? []).filter(({ isSaved }) => !isSaved).map(({ key }) => key);
    return { name: kept?.file.name, keys };
  }

  /// Keeps a file in the place of the one before; its head. Null where a note would be lost that is not among `given` up.
  async keep(file, given) {
    const head = newId();
    return (await this.replace(null, given, (stores) => (stores.heads.put(head, ID), stores.files.put(file, ID)))) && head;
  }

  /// Keeps this file no longer, unless a note would be lost that is not among `given` up; whether it did.
  forget(head, given) {
    return this.replace(head, given, () => {});
  }

  async replace(head, given, put) {
    const { transaction, ...stores } = await this.begin("readwrite");
    let isDone = false;
    const keys = stores.notes.getAllKeys();
    const notes = stores.notes.getAll();
    stores.heads.get(ID).onsuccess = ({ target }) => {
      if (head !== null && target.result !== head) return;
      if (notes.result.some(({ isSaved }, at) => !isSaved && !given.includes(keys.result[at]))) return;
      Object.values(stores).forEach((store) => store.clear());
      put(stores);
      isDone = true;
    };
    await done(transaction);
    return isDone;
  }

  /// Calls `write` with the stores where the file is still this one, and returns what that returns; null otherwise.
  async change(head, write) {
    const { transaction, ...stores } = await this.begin("readwrite");
    let written = null;
    stores.heads.get(ID).onsuccess = ({ target }) => target.result === head && (written = write(stores));
    await done(transaction);
    return written;
  }

  /// Keeps a note; its key, or null where another file is kept now.
  async note(head, values) {
    return (await this.change(head, ({ notes }) => notes.add({ values, isSaved: false })))?.result ?? null;
  }

  /// These notes are in a file that was saved.
  saved(head, saved) {
    return this.change(head, ({ notes }) => saved.forEach(({ key, values }) => notes.put({ values, isSaved: true }, key)));
  }
}
