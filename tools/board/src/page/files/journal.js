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

  /// The name of the file that is kept, where it has notes of any tab that are in no saved file; null otherwise.
  async unsaved() {
    const { files, notes } = await this.begin("readonly");
    const [file, found] = await Promise.all([files.get(ID), notes.getAll()].map(answer));
    return file && found.some(({ isSaved }) => !isSaved) ? file.name : null;
  }

  /// Keeps a file in the place of the one before; its head.
  async keep(file) {
    const { transaction, heads, files, notes } = await this.begin("readwrite");
    const head = newId();
    heads.put(head, ID);
    files.put(file, ID);
    notes.clear();
    await done(transaction);
    return head;
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

  forget(head) {
    return this.change(head, (stores) => Object.values(stores).forEach((store) => store.clear()));
  }
}
