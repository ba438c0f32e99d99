// Gestures on their way to the screen, one after the other. What a person does faster than the screen takes it is put
// together: letters to a text, turns of the wheel to a distance.

export class GestureQueue {
  constructor(wire, onTrouble) {
    this.wire = wire;
    this.onTrouble = onTrouble;
    this.pending = [];
    this.isSending = false;
  }

  add(gesture) {
    const last = this.pending[this.pending.length - 1];
    if (last && last.kind === "text" && gesture.kind === "text") last.text += gesture.text;
    else if (last && last.kind === "scroll" && gesture.kind === "scroll") {
      last.dx += gesture.dx;
      last.dy += gesture.dy;
    } else if (last && last.kind === "hover") this.pending[this.pending.length - 1] = gesture;
    else this.pending.push(gesture);
    this.send();
  }

  async send() {
    if (this.isSending) return;
    this.isSending = true;
    while (this.pending.length) {
      const gesture = this.pending.shift();
      try {
        await this.wire.ask("hand", { gesture });
      } catch (error) {
        if (gesture.kind === "hover") continue; // nobody asked for it: the pointer lies there, be it under a dialog
        this.pending = []; // what follows was meant for a screen on which this had happened
        this.onTrouble(error);
      }
    }
    this.isSending = false;
  }
}
