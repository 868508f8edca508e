/** Places of terminals on the bench's page, and what they show. */
const places = new Map<string, HTMLElement>();

export function placeOf(name: string): HTMLElement {
  const place = places.get(name) ?? document.createElement('div');
  place.className = 'place';
  document.body.append(place);
  places.set(name, place);
  return place;
}

/** Shows these places and no other, each at half of the page's width, so that all terminals have one size. */
export function showOnly(names: readonly string[]): void {
  for (const [name, place] of places) place.hidden = !names.includes(name);
}

export function removePlace(name: string): void {
  places.get(name)?.remove();
  places.delete(name);
}

export function rowsOf(name: string): Element {
  const rows = places.get(name)?.querySelector('.xterm-rows');
  if (!rows) throw new Error(`The terminal ${name} has no rows: is WebGL on?`);
  return rows;
}

/** Resolves with the time at which the frame that shows `text` is on the screen. */
export function shownAt(name: string, text: string): Promise<number> {
  return new Promise((resolve) => {
    const rows = rowsOf(name);
    const look = () => {
      if (!rows.textContent?.includes(text)) return;
      observer.disconnect();
      afterFrame(() => resolve(performance.now()));
    };
    const observer = new MutationObserver(look);
    observer.observe(rows, { childList: true, subtree: true, characterData: true });
    look();
  });
}

/** xterm.js changes the DOM inside a frame; a message posted there arrives when that frame is done. */
export function afterFrame(then: () => void): void {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => then();
  channel.port2.postMessage(undefined);
}
