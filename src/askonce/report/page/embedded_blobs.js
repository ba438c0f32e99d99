// Pictures and texts that lie in the page itself, or in a folder beside it.

import { unpack } from "./blobs.js";
import { find } from "./words.js";

export const embedded = {
  /** Where the pictures of each run lie that are not in the page itself. */
  assets: JSON.parse(find("#assets").textContent),
  snapshots: JSON.parse(find("#snapshots").textContent),
  issues: JSON.parse(find("#issues").textContent),
  made: new Map(),

  held(blob) {
    return document.getElementById(`blob-${blob}`);
  },

  bytes(held) {
    return Uint8Array.from(atob(held.textContent.trim()), (letter) => letter.charCodeAt(0));
  },

  /** The address of a picture; null when it is not there. */
  picture(run, blob) {
    const held = this.held(blob);
    if (!held) return run.id in this.assets ? this.assets[run.id] + encodeURIComponent(blob) : null;
    if (!this.made.has(blob)) {
      this.made.set(blob, URL.createObjectURL(new Blob([this.bytes(held)], { type: held.dataset.type })));
      if (this.made.size > 60) this.forget();
    }
    return this.made.get(blob);
  },

  /** The oldest goes: a long run would otherwise fill the memory. What is on the page has been read already. */
  forget() {
    const [blob, url] = this.made.entries().next().value;
    URL.revokeObjectURL(url);
    this.made.delete(blob);
  },

  missing(run, blob) {
    if (this.held(blob)) return "This picture cannot be shown.";
    return `This picture is not there${run.id in this.assets ? ": the page has to stay beside the folder with its pictures" : ""}.`;
  },

  /** A text that was sent to a model, or the list of elements that it was shown. */
  text(blob) {
    const held = this.held(blob);
    return held ? JSON.parse(held.textContent) : "(this text is not there)";
  },

  /** Packed data by name; null when it is not there. */
  async packed(blob) {
    const held = this.held(blob);
    return held ? unpack(this.bytes(held)) : null;
  },
};
