// The run of an ask as the report shows it: the same tree and the same details, while it grows.

import { blobs, takeBlobsFrom, unpack } from "/report/blobs.js";
import { showDetails, startDetails } from "/report/details.js";
import { items, keyInAddress, load, order } from "/report/model.js";
import { navigation } from "/report/navigation.js";
import { tree } from "/report/tree.js";
import { find, make } from "/report/words.js";

/** There is one in the page, which stands where the run is shown. */
export const runView = {
  element: null,
  /** The session and the ask that are shown. */
  shown: "",

  start() {
    this.element = make(
      "div",
      { class: "run" },
      make(
        "div",
        { class: "tools" },
        make("input", {
          id: "search",
          type: "search",
          placeholder: "Search in the run",
          "aria-label": "Search in titles, errors and answers",
          autocomplete: "off",
          spellcheck: "false",
        }),
        make("div", { id: "filters", role: "group", "aria-label": "Show only" }),
      ),
      make("div", { id: "tree", role: "tree", tabindex: "0", "aria-label": "Parts of the run" }, make("div", { id: "rows", role: "presentation" })),
      make("p", { id: "nothing", hidden: true }, "Nothing fits."),
      make("section", { id: "details", "aria-label": "Details", tabindex: "-1" }),
    );
  },

  /** Show the run of an ask in a place of the page, or what it has become by now. */
  show(place, session, ask, document, said = "") {
    this.said = said.split("\n")[0];
    const key = `${session}/${ask}`;
    const isNew = this.shown !== key;
    if (!this.element) this.start();
    if (this.element.parentElement !== place) place.append(this.element);
    takeBlobsFrom(blobsOf(session));
    if (isNew) this.isFollowing = true;
    this.shown = key;
    const copy = structuredClone(document); // the tree fills in what the document leaves out
    if (!this.isStarted) this.begin(copy);
    else if (isNew) this.change(copy);
    else tree.renew(copy);
    this.element.querySelector(".tools").hidden = order.length < 12;
    this.follow();
  },

  begin(document) {
    this.isStarted = true;
    navigation.hasLinks = false;
    navigation.choose = (item) => {
      this.isFollowing = false;
      this.select(item);
    };
    load(document);
    startDetails();
    tree.start();
    window.addEventListener("hashchange", () => {
      const item = items.get(keyInAddress());
      if (item) navigation.choose(item);
    });
  },

  /** Another run: nothing of the last one is kept. */
  change(document) {
    tree.selected = null;
    tree.clear();
    tree.open.clear();
    load({ title: "", runs: [] });
    tree.renew(document);
    tree.open.clear();
    tree.openFirst();
    tree.update();
  },

  /** Until somebody chooses a part, the newest is shown while it runs, and the whole when it is done. */
  follow() {
    if (!order.length) return find("#details").replaceChildren();
    const failed = order.find((item) => item.status === "failed" && item.children.every((child) => child.status !== "failed"));
    const leaves = order.filter((item) => !item.children.length);
    const item = this.isFollowing ? failed || leaves[leaves.length - 1] : tree.selected || order[0];
    this.select(item);
  },

  /** Draw the details again only where they have changed, so that nothing jumps while they are read. */
  select(item) {
    const isSame = tree.selected && tree.selected.key === item.key;
    tree.select(item);
    const state = JSON.stringify([this.shown, this.said, item.key, item.all.map((node) => ({ ...node, children: node.children.length }))]);
    if (isSame && state === this.state) return;
    this.state = state;
    showDetails(item);
    for (const callout of find("#details").querySelectorAll(":scope > .callout"))
      if (this.said && callout.textContent.split("\n")[0] === this.said) callout.remove(); // it stands above the tree
  },
};

/** The pictures and texts of a session, as the playground serves them. */
function blobsOf(session) {
  const address = (blob) => `/sessions/${encodeURIComponent(session)}/blobs/${encodeURIComponent(blob)}`;
  if (blobs.session === session) return blobs;
  const read = async (blob) => {
    const answer = await fetch(address(blob));
    return answer.ok ? answer : null;
  };
  return {
    session,
    snapshots: {},
    issues: {},
    picture: (run, blob) => address(blob),
    missing: () => "This picture is not there.",
    async text(blob) {
      const answer = await read(blob);
      return answer ? answer.text() : "(this text is not there)";
    },
    async packed(blob) {
      const answer = await read(blob);
      return answer ? unpack(await answer.arrayBuffer()) : null;
    },
  };
}
