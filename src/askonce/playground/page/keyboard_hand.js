// The keyboard of the live view: a field that nobody sees takes keys, texts of input methods and of phones' keyboards,
// and what is pasted, and hands them on. Escape twice leaves it, so that nobody is caught in it.

const TWICE = 700;
const MODIFIERS = ["Control", "Alt", "Shift", "Meta", "AltGraph", "CapsLock", "NumLock", "Dead", "Process", "Unidentified"];

export class KeyboardHand {
  constructor(field, give, release) {
    this.field = field;
    this.give = give;
    this.release = release;
    this.escaped = 0;
    /** Whether a key belongs to the page itself. */
    this.leaves = () => false;
    field.addEventListener("keydown", (event) => this.key(event));
    field.addEventListener("input", (event) => {
      if (!event.isComposing) this.type();
    });
    field.addEventListener("compositionend", () => this.type());
    field.addEventListener("paste", (event) => this.paste(event));
  }

  key(event) {
    if (event.isComposing || MODIFIERS.includes(event.key) || this.leaves(event)) return;
    if (event.key === "Escape" && performance.now() - this.escaped < TWICE) {
      event.preventDefault();
      this.release();
      return;
    }
    this.escaped = event.key === "Escape" ? performance.now() : 0;
    const held = [event.ctrlKey && "Control", event.altKey && "Alt", event.metaKey && "Meta"].filter(Boolean);
    const isLetter = [...event.key].length === 1;
    if (isLetter && (!held.length || event.getModifierState("AltGraph"))) return; // its text comes as input
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v") return; // its text is pasted
    event.preventDefault();
    const shift = event.shiftKey && (!isLetter || held.length) ? ["Shift"] : [];
    this.give({ kind: "keys", keys: [...held, ...shift, event.key === " " ? "Space" : event.key].join("+") });
  }

  type() {
    const text = this.field.value;
    this.field.value = "";
    if (text) this.give({ kind: "text", text });
  }

  paste(event) {
    event.preventDefault();
    const text = event.clipboardData.getData("text/plain");
    if (text) this.give({ kind: "text", text });
  }
}
