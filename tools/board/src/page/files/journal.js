// A database of the reader's, stored in the browser: the file as it was opened, and the notes written since.
//
// Several tabs may have it open. A head identifies the file: a tab with another file changes nothing. Each note tells
// whether a saved file contains it.

import { Stores, answer, done, newId } from "../games/store.js";

const ID = 1;

export class Journal extends Stores {
  constructor() {
    super("tengen-database", { heads: {}, files: {}, notes: { autoIncrement: true } });
  }

  /// Everything stored: { head, file, notes }, a note being { key, values, isSaved }; null if nothing is stored.
  async read() {
    const { heads, files, notes } = await this.begin("readonly");
    const asked = [heads.get(ID), files.get(ID), notes.getAll(), notes.getAllKeys()];
    const [head, file, found, keys] = await Promise.all(asked.map(answer));
    return head && file ? { head, file, notes: found.map((note, at) => ({ ...note, key: keys[at] })) } : null;
  }

  /// Notes of any tab that no saved file has: their keys and the database's name.
  async unsaved() {
    const kept = await this.read();
    const keys = (kept?.notes ?? []).filter(({ isSaved }) => !isSaved).map(({ key }) => key);
    return { name: kept?.file.name, keys };
  }

  /// Replaces the stored file and returns its head. Null if an unsaved note outside of `given` would be lost.
  async keep(file, given) {
    const head = newId();
    return (await this.replace(null, given, (stores) => (stores.heads.put(head, ID), stores.files.put(file, ID)))) && head;
  }

  /// Removes this file from the store, unless an unsaved note outside of `given` would be lost. Returns whether it did.
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

  /// Calls `write` with the stores if the file is still this one, and returns its result; otherwise null.
  async change(head, write) {
    const { transaction, ...stores } = await this.begin("readwrite");
    let written = null;
    stores.heads.get(ID).onsuccess = ({ target }) => target.result === head && (written = write(stores));
    await done(transaction);
    return written;
  }

  /// Stores a note and returns its key; null if another file is stored by now.
  async note(head, values) {
    return (await this.change(head, ({ notes }) => notes.add({ values, isSaved: false })))?.result ?? null;
  }

  /// Marks notes as saved.
  saved(head, saved) {
    return this.change(head, ({ notes }) => saved.forEach(({ key, values }) => notes.put({ values, isSaved: true }, key)));
  }
}
