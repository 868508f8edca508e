import { hiddenCharactersIn } from '#contract/hidden-characters';
import { chunksOf } from './text-chunks.ts';

interface ChunkPart {
  readonly node: Node;
  /** UTF-16 units of the text that it stands for. */
  readonly units: number;
}

interface TextChunk {
  readonly text: string;
  readonly element: HTMLElement;
  readonly parts: readonly ChunkPart[];
}

export interface SheetStyles {
  readonly chunk: string;
  readonly hidden: string;
}

/** A place in the page. */
interface PagePoint {
  readonly node: Node;
  readonly offset: number;
}

/** Most boxes in a chunk: more would be slower to draw than anyone could read. */
const MAX_BOXES = 400;

/**
 * A long text in the page, whose offsets can be found there and back. Drawn in chunks, of which an edit replaces those that changed;
 * characters that would not be seen are boxes.
 */
export class TextSheet {
  readonly #root: HTMLElement;
  readonly #styles: SheetStyles;
  #chunks: readonly TextChunk[] = [];
  /** Offset of each chunk. */
  #starts: readonly number[] = [];

  constructor(root: HTMLElement, styles: SheetStyles) {
    this.#root = root;
    this.#styles = styles;
  }

  setText(text: string): void {
    const next = chunksOf(text);
    const before = this.#chunks;
    const { head, tail } = sameEnds(before, next);
    const after = before[before.length - tail]?.element;
    for (const { element } of before.slice(head, before.length - tail)) element.remove();
    const made = next.slice(head, next.length - tail).map((one) => this.#made(one));
    const fragment = document.createDocumentFragment();
    for (const { element } of made) fragment.append(element);
    this.#root.insertBefore(fragment, after ?? null);
    this.#chunks = [...before.slice(0, head), ...made, ...before.slice(before.length - tail)];
    let start = 0;
    this.#starts = this.#chunks.map((chunk) => {
      const own = start;
      start += chunk.text.length;
      return own;
    });
  }

  /** The stretch of the page that shows these offsets. */
  rangeOf(start: number, end: number): StaticRangeInit | undefined {
    const [from, to] = [this.#pointAt(start, false), this.#pointAt(end, true)];
    if (from === undefined || to === undefined) return undefined;
    return { startContainer: from.node, startOffset: from.offset, endContainer: to.node, endOffset: to.offset };
  }

  /** The offset that a place in the page shows. */
  offsetAt({ node, offset }: PagePoint): number | undefined {
    const index = this.#chunks.findIndex(({ element }) => element.contains(node));
    const chunk = this.#chunks[index];
    if (chunk === undefined) return undefined;
    let at = this.#starts[index] ?? 0;
    if (node === chunk.element) return at + sumUnits(chunk.parts.slice(0, offset));
    for (const part of chunk.parts) {
      if (part.node === node) return at + Math.min(offset, part.units);
      if (part.node.contains(node)) return at;
      at += part.units;
    }
    return at;
  }

  /** Brings an offset into view. */
  reveal(offset: number): void {
    const range = this.rangeOf(offset, offset + 1);
    if (range === undefined) return;
    const live = document.createRange();
    live.setStart(range.startContainer, range.startOffset);
    live.setEnd(range.endContainer, range.endOffset);
    const scroller = scrollerOf(this.#root);
    const box = live.getBoundingClientRect?.();
    if (scroller === undefined || box === undefined) return;
    const view = scroller.getBoundingClientRect();
    if (box.top < view.top || box.bottom > view.bottom) {
      scroller.scrollTop += box.top - view.top - view.height / 3;
    }
  }

  #made(text: string): TextChunk {
    const element = document.createElement('div');
    element.className = this.#styles.chunk;
    const parts = this.#partsOf(text);
    for (const { node } of parts) element.append(node);
    return { text, element, parts };
  }

  #partsOf(text: string): readonly ChunkPart[] {
    const parts: ChunkPart[] = [];
    let end = 0;
    const addText = (to: number) => {
      if (to > end) parts.push({ node: document.createTextNode(text.slice(end, to)), units: to - end });
    };
    for (const { index, length, code, name } of hiddenCharactersIn(text)) {
      if (parts.length > 2 * MAX_BOXES) break;
      addText(index);
      parts.push({ node: this.#box(code, name), units: length });
      end = index + length;
    }
    addText(text.length);
    return parts;
  }

  #box(code: string, name: string): HTMLElement {
    const box = document.createElement('span');
    box.className = this.#styles.hidden;
    box.setAttribute('role', 'img');
    box.setAttribute('aria-label', `${name}, ${code}`);
    box.title = name;
    box.textContent = code;
    return box;
  }

  /** Finds the node at an offset; between two nodes the end of the first or the beginning of the second. */
  #pointAt(offset: number, isEnd: boolean): PagePoint | undefined {
    const index = this.#chunkAt(isEnd ? offset - 1 : offset);
    const chunk = this.#chunks[index];
    if (chunk === undefined) return undefined;
    return pointIn(chunk, offset - (this.#starts[index] ?? 0), isEnd);
  }

  #chunkAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function pointIn({ element, parts }: TextChunk, offset: number, isEnd: boolean): PagePoint {
  let rest = offset;
  for (const [place, { node, units }] of parts.entries()) {
    const isIn = rest < units || (isEnd && rest === units);
    if (isIn && node.nodeType === Node.TEXT_NODE) return { node, offset: Math.max(0, rest) };
    if (isIn) return { node: element, offset: place + (rest > 0 ? 1 : 0) };
    rest -= units;
  }
  return { node: element, offset: parts.length };
}

function sumUnits(parts: readonly ChunkPart[]): number {
  return parts.reduce((all, { units }) => all + units, 0);
}

/** Counts the unchanged chunks at the beginning and at the end. */
function sameEnds(
  before: readonly TextChunk[],
  next: readonly string[],
): { readonly head: number; readonly tail: number } {
  const most = Math.min(before.length, next.length);
  let head = 0;
  while (head < most && before[head]?.text === next[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail]?.text === next[next.length - 1 - tail]) tail += 1;
  return { head, tail };
}

function scrollerOf(element: HTMLElement): HTMLElement | undefined {
  return element.closest<HTMLElement>('[data-scroller]') ?? undefined;
}
