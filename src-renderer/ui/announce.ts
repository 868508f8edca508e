/** Texts are read one at a time with this pause between them, in milliseconds, so that none swallows the one before. */
const PAUSE_MS = 900;
const MAX_WAITING = 5;

let announcer: LiveRegion | undefined;

/** Tells screen readers `text`, politely: after what they are saying. What comes faster than it can be heard is joined or left out. */
export function announce(text: string): void {
  if (!announcer?.isThere) announcer = new LiveRegion();
  announcer.say(text);
}

/** A live region and what waits to be read from it. */
class LiveRegion {
  readonly #region = document.createElement('div');
  #waiting: string[] = [];
  #isSpeaking = false;

  constructor() {
    this.#region.className = 'announcements';
    this.#region.setAttribute('aria-live', 'polite');
    this.#region.setAttribute('aria-atomic', 'true');
    document.body.append(this.#region);
  }

  get isThere(): boolean {
    return this.#region.isConnected;
  }

  say(text: string): void {
    if (this.#waiting.at(-1) === text) return;
    this.#waiting.push(text);
    if (this.#waiting.length > MAX_WAITING) this.#waiting = [...this.#waiting.slice(0, MAX_WAITING - 1), text];
    if (!this.#isSpeaking) this.#speak();
  }

  #speak(): void {
    const text = this.#waiting.shift();
    this.#isSpeaking = text !== undefined;
    if (text === undefined) return;
    // The same text twice is a change only if it differs.
    this.#region.textContent = this.#region.textContent === text ? `${text}\u00a0` : text;
    setTimeout(() => this.#speak(), PAUSE_MS);
  }
}
