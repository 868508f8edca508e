import type { SessionItem } from '../items/conversation-state.ts';

/** Characters of a usual line of the conversation's column, and the height of one in pixels. */
const LINE_CHARACTERS = 100;
const LINE_PX = 21;
/** Height of each kind of entry apart from its lines, and the most lines it shows by itself. */
const FRAMES = {
  user: { px: 56, lines: 40 },
  assistant: { px: 50, lines: 2000 },
  tool: { px: 58, lines: 21 },
  console: { px: 70, lines: 24 },
  notice: { px: 60, lines: 10 },
} as const satisfies Record<SessionItem['kind'], { readonly px: number; readonly lines: number }>;

/** Heights of entries in pixels: as they were drawn, or as they are likely to be. */
export class EntryHeights {
  readonly #drawn = new Map<string, number>();
  readonly #likely = new WeakMap<SessionItem, number>();
  #last: { readonly entries: readonly SessionItem[]; readonly tops: Float64Array } | undefined;

  set(id: string, height: number): void {
    if (this.#drawn.get(id) === height) return;
    this.#drawn.set(id, height);
    this.#last = undefined;
  }

  /** Forgets what was drawn, as when the column has another width now. */
  clear(): void {
    this.#drawn.clear();
    this.#last = undefined;
  }

  /** Position of each entry's top, and last the end of the last one. */
  tops(entries: readonly SessionItem[]): Float64Array {
    if (this.#last?.entries === entries) return this.#last.tops;
    const tops = new Float64Array(entries.length + 1);
    for (const [index, entry] of entries.entries()) tops[index + 1] = (tops[index] ?? 0) + this.#of(entry);
    this.#last = { entries, tops };
    return tops;
  }

  #of(entry: SessionItem): number {
    return this.#drawn.get(entry.id) ?? this.#likelyOf(entry);
  }

  /** Likely height of an entry; it stays, so that what is not drawn does not move. */
  #likelyOf(entry: SessionItem): number {
    const known = this.#likely.get(entry);
    if (known !== undefined) return known;
    const { px, lines } = FRAMES[entry.kind];
    const height = px + Math.min(likelyLines(entry), lines) * LINE_PX;
    this.#likely.set(entry, height);
    return height;
  }
}

function likelyLines(entry: SessionItem): number {
  if (entry.kind === 'tool') return entry.command === undefined ? 1 : 2 + estimateLines(entry.command.output);
  return estimateLines(entry.text);
}

const estimateLines = (text: string) => Math.ceil(text.length / LINE_CHARACTERS) + (text.match(/\n/g)?.length ?? 0);
