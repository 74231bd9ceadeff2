// A database of the reader's in the browser's own one: the file as it was opened, and the notes that were written since.
//
// Several tabs may have it open. A head says which file it is (`version`) and how often its notes became part of it
// (`folds`): a tab that knows another file changes nothing.

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

  /// What is kept: { head, file, notes }, and the number of the last note; null where nothing is.
  async read() {
    const { heads, files, notes } = await this.begin("readonly");
    const asked = [heads.get(ID), files.get(ID), notes.getAll(), notes.getAllKeys()];
    const [head, file, texts, keys] = await Promise.all(asked.map(answer));
    return head && file ? { head, file, notes: texts, last: keys.at(-1) } : null;
  }

  /// Keeps a file in the place of the one before; its head.
  async keep(file) {
    const { transaction, heads, files, notes } = await this.begin("readwrite");
    const head = { version: newId(), folds: 0, isSaved: true };
    heads.put(head, ID);
    files.put(file, ID);
    notes.clear();
    await done(transaction);
    return head;
  }

  /// Calls `write` with the stores and the head where the file is still this one; whether it is.
  async change(head, write) {
    const { transaction, ...stores } = await this.begin("readwrite");
    let isSame = false;
    stores.heads.get(ID).onsuccess = ({ target }) => {
      isSame = target.result?.version === head.version;
      if (isSame) write(stores, target.result);
    };
    await done(transaction);
    return isSame;
  }

  /// Keeps a note.
  note(head, values) {
    return this.change(head, ({ heads, notes }, now) => {
      heads.put({ ...now, isSaved: false }, ID);
      notes.add(values);
    });
  }

  /// A copy of everything is in a file of the reader's.
  saved(head) {
    return this.change(head, ({ heads }, now) => heads.put({ ...now, isSaved: true }, ID));
  }

  /// Keeps a file that has all notes up to one, unless another tab has done so since `head` was read.
  fold(head, file, last) {
    return this.change(head, ({ heads, files, notes }, now) => {
      if (now.folds !== head.folds) return;
      heads.put({ ...now, folds: now.folds + 1 }, ID);
      files.put(file, ID);
      notes.delete(IDBKeyRange.upperBound(last));
    });
  }

  async forget(head) {
    await this.change(head, (stores) => Object.values(stores).forEach((store) => store.clear()));
  }
}
