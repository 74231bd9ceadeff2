// The share dialog: a link, a picture, files.

import { linkOf } from "../game/address.js";
import { aboutButton } from "./about.js";
import { rasterize } from "../board/picture.js";
import { t } from "../words/i18n.js";
import { change, settings } from "../settings.js";

/// Returns a function that fills the dialog.
export function shareDialog(app, saver, dialog) {
  const find = (id) => dialog.querySelector(id);
  const on = (id, act) => find(id).addEventListener("click", act);
  const address = find("#page-address input");
  // Says where the link works: nobody else can open the address of a program on this machine.
  const show = () => {
    const { isLocal } = app.connection;
    find("#page-address").hidden = !isLocal;
    find("#link-text").textContent = t(isLocal && !settings.pageAddress ? "linkIsLocal" : "linkForAll");
  };
  on("#save", ({ target }) => {
    const format = target.closest("button")?.dataset.format;
    if (format) saver.save(format);
  });
  on("#copy-moves", () => saver.copy(app.game.position().moves));
  on("#copy-link", () => saver.copy(linkTo(app)));
  on("#copy-picture", () => copyPicture(app, saver));
  on("#share", () => share(app, saver));
  find("#share").hidden = !navigator.share;
  find("[data-close]").before(aboutButton(app, "share-about"));
  address.addEventListener("input", () => {
    change({ pageAddress: address.validity.valid ? address.value.trim() : "" });
    show();
  });
  // The message itself is hidden behind the dialog.
  app.on("message", () => (find("#share-said").textContent = dialog.open ? app.message.text : ""));
  app.on("language", show);
  return () => {
    address.value = settings.pageAddress;
    find("#share-said").textContent = "";
    show();
  };
}

/// A link to the whole game, on this page or on the web page named in the settings.
function linkTo({ connection, game }) {
  const page = (connection.isLocal && settings.pageAddress.replace(/#.*$/, "")) || location.origin + location.pathname;
  return page + linkOf(game);
}

/// Shares the link by the device's own menu.
async function share(app, saver) {
  const { rule, width, height } = app.game;
  try {
    await navigator.share({ title: `Tengen: ${t(`rule.${rule}`)}, ${width}×${height}`, url: linkTo(app) });
  } catch (error) {
    // The reader closed the menu.
    if (error.name !== "AbortError") saver.copy(linkTo(app));
  }
}

async function copyPicture(app, saver) {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": rasterize(saver.picture()) })]);
    app.say(t("copied"));
  } catch {
    // The browser allows no pictures in the clipboard.
    saver.save("png");
  }
}
