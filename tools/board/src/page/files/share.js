// The share dialog: a link, a picture, files.

import { linkOf } from "../game/address.js";
import { aboutButton } from "./about.js";
import { rasterize } from "../board/picture.js";
import { t } from "../words/i18n.js";
import { change, settings } from "../settings.js";

export class ShareDialog {
  constructor(app, saver, dialog) {
    Object.assign(this, { app, saver, dialog });
    const on = (id, act) => dialog.querySelector(id).addEventListener("click", act);
    on("#save", ({ target }) => {
      const format = target.closest("button")?.dataset.format;
      if (format) saver.save(format);
    });
    on("#copy-moves", () => saver.copy(app.game.position().moves));
    on("#copy-link", () => saver.copy(this.link));
    on("#copy-picture", () => this.copyPicture());
    dialog.querySelector("[data-close]").before(aboutButton(app, "share-about"));
    on("#share", () => this.share());
    dialog.querySelector("#share").hidden = !navigator.share;
    this.address = dialog.querySelector("#page-address");
    this.address.querySelector("input").addEventListener("input", ({ target }) => {
      change({ pageAddress: target.validity.valid ? target.value.trim() : "" });
      this.show();
    });
    // The message itself is hidden behind the dialog.
    app.on("message", () => (dialog.querySelector("#share-said").textContent = dialog.open ? app.message.text : ""));
    app.on("language", () => this.show());
  }

  open() {
    this.address.querySelector("input").value = settings.pageAddress;
    this.dialog.querySelector("#share-said").textContent = "";
    this.show();
    this.dialog.showModal();
  }

  /// Says where the link works: nobody else can open the address of a program on this machine.
  show() {
    const isOwn = !this.app.connection.isLocal || Boolean(settings.pageAddress);
    this.address.hidden = !this.app.connection.isLocal;
    this.dialog.querySelector("#link-text").textContent = t(isOwn ? "linkForAll" : "linkIsLocal");
  }

  /// A link to the whole game, on this page or on the web page named in the settings.
  get link() {
    const page = (this.app.connection.isLocal && settings.pageAddress.replace(/#.*$/, "")) || location.origin + location.pathname;
    return page + linkOf(this.app.game);
  }

  /// Shares the link by the device's own menu.
  async share() {
    const { rule, width, height } = this.app.game;
    try {
      await navigator.share({ title: `Tengen: ${t(`rule.${rule}`)}, ${width}×${height}`, url: this.link });
    } catch (error) {
      // The reader closed the menu.
      if (error.name !== "AbortError") this.saver.copy(this.link);
    }
  }

  async copyPicture() {
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": this.saver.picture().then(rasterize) })]);
      this.app.say(t("copied"));
    } catch {
      // The browser allows no pictures in the clipboard.
      this.saver.save("png");
    }
  }
}
