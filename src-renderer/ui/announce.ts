/** Texts are read one at a time with this pause between them, in milliseconds, so that none swallows the one before. */
const PAUSE_MS = 900;
const MAX_WAITING = 5;

let region: HTMLElement | undefined;
let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Tells screen readers `text`, politely: after what they are saying. What comes faster than it can be heard is joined or left out. */
export function announce(text: string): void {
  if (waiting.at(-1) === text) return;
  waiting.push(text);
  if (waiting.length > MAX_WAITING) waiting = [...waiting.slice(0, MAX_WAITING - 1), text];
  if (timer === undefined) speak();
}

function speak(): void {
  const text = waiting.shift();
  if (text === undefined) {
    timer = undefined;
    return;
  }
  const place = liveRegion();
  // The same text twice is a change only if it differs.
  place.textContent = place.textContent === text ? `${text}\u00a0` : text;
  timer = setTimeout(speak, PAUSE_MS);
}

function liveRegion(): HTMLElement {
  if (region?.isConnected) return region;
  region = document.createElement('div');
  region.className = 'announcements';
  region.setAttribute('aria-live', 'polite');
  region.setAttribute('aria-atomic', 'true');
  document.body.append(region);
  return region;
}
