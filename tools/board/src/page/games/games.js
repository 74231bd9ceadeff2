// The reader's games: stored while they are played, listed, and searched for positions. Loaded once there is one.

import { byId } from "../parts.js";
import { Explorer } from "./explorer.js";
import { Keeper } from "./keeper.js";
import { GameList } from "./list.js";
import { Marks } from "./marks.js";
import { Passages } from "./positions.js";
import { GameStore } from "./store.js";
import { Transfer } from "./transfer.js";

export class Games {
  constructor(app, play) {
    Object.assign(this, { app, play, store: new GameStore(), passages: new Passages() });
    this.keeper = new Keeper(app, play, this.store);
    this.transfer = new Transfer(this);
    this.list = new GameList(this, byId("kept"));
    this.explorer = new Explorer(this, byId("explorer"));
    this.marks = new Marks(this, byId("marks"));
  }
}
