import type { RenderedPrompt, TemplatePlace, ToolCallTrace, UsedVariable } from '#contract';

/** Numbers that a piece takes in `RenderedMessage.pieces`. */
const WIDTH = 5;

/** One piece of a rendered message: where it stands, and what wrote it. -1: none. */
export interface XrayPiece {
  readonly message: number;
  /** Its place among the pieces of the message. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly place: number;
  readonly path: number;
  readonly call: number;
}

export function pieceCount(rendered: RenderedPrompt, message: number): number {
  return Math.floor((rendered.messages[message]?.pieces.length ?? 0) / WIDTH);
}

export function pieceOf(rendered: RenderedPrompt, message: number, index: number): XrayPiece | undefined {
  const pieces = rendered.messages[message]?.pieces;
  const at = index * WIDTH;
  if (pieces === undefined || index < 0 || at + WIDTH > pieces.length) return undefined;
  const [start = 0, end = 0, place = -1, path = -1, call = -1] = pieces.slice(at, at + WIDTH);
  return { message, index, start, end, place, path, call };
}

/** The piece that stands at an offset of the message. */
export function pieceAt(rendered: RenderedPrompt, message: number, offset: number): XrayPiece | undefined {
  const pieces = rendered.messages[message]?.pieces ?? [];
  let low = 0;
  let high = pieceCount(rendered, message) - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle * WIDTH] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return pieceOf(rendered, message, low);
}

/** Pieces of one key were written by the same place from the same value. */
export function originKey({ place, path, call }: Pick<XrayPiece, 'place' | 'path' | 'call'>): string {
  return `${place}/${path}/${call}`;
}

export function* xrayPieces(rendered: RenderedPrompt): Generator<XrayPiece, void> {
  for (let message = 0; message < rendered.messages.length; message += 1) {
    const { pieces } = rendered.messages[message] ?? { pieces: [] };
    for (let at = 0, index = 0; at + WIDTH <= pieces.length; at += WIDTH, index += 1) {
      const [start = 0, end = 0] = [pieces[at], pieces[at + 1]];
      yield {
        message,
        index,
        start,
        end,
        place: pieces[at + 2] ?? -1,
        path: pieces[at + 3] ?? -1,
        call: pieces[at + 4] ?? -1,
      };
    }
  }
}

/** Whether a position is inside a place: between `{{` and `}}`, or in the text there. */
export function isAt(place: TemplatePlace, line: number, column: number): boolean {
  if (line < place.line || line > place.endLine) return false;
  if (line === place.line && column < place.column) return false;
  return line < place.endLine || column <= place.endColumn;
}

/** The places of the template under a cursor; of an action beside text, the action. */
export function placesAt(rendered: RenderedPrompt, message: number, line: number, column: number): ReadonlySet<number> {
  const found = rendered.places.flatMap((place, index) =>
    place.message === message && isAt(place, line, column) ? [{ index, place }] : [],
  );
  const actions = found.filter(({ place }) => place.kind !== 'text');
  return new Set((actions.length > 0 ? actions : found).map(({ index }) => index));
}

/** Everything known about where the pieces of one key came from. */
export interface XrayOrigin {
  readonly key: string;
  /** Pieces that it wrote, in order; none for a tool whose result appears nowhere. */
  readonly pieces: readonly XrayPiece[];
  /** UTF-16 units of them. */
  readonly units: number;
  readonly place: TemplatePlace | undefined;
  readonly path: string | undefined;
  readonly variable: UsedVariable | undefined;
  readonly call: ToolCallTrace | undefined;
}

/**
 * Lists the origins that wrote something, in the order of the rendered text; then the calls of tools that wrote
 * nothing.
 */
export function originsOf(rendered: RenderedPrompt): readonly XrayOrigin[] {
  // By numbers, since there may be thousands of pieces with every key that is typed.
  const byNumber = new Map<number, XrayPiece[]>();
  const called = new Set<number>();
  const [paths, calls] = [rendered.paths.length + 1, rendered.calls.length + 1];
  for (const piece of xrayPieces(rendered)) {
    called.add(piece.call);
    const number = ((piece.place + 1) * paths + piece.path + 1) * calls + piece.call + 1;
    const known = byNumber.get(number);
    if (known === undefined) byNumber.set(number, [piece]);
    else known.push(piece);
  }
  const wrote = [...byNumber.values()].flatMap((pieces) => {
    const [first] = pieces;
    if (first === undefined) return [];
    const units = pieces.reduce((sum, { start, end }) => sum + end - start, 0);
    return [{ key: originKey(first), pieces, units, ...sourceOf(rendered, first) }];
  });
  const silent = rendered.calls.flatMap((call, index) =>
    called.has(index) ? [] : [{ ...NOTHING, key: `call ${index}`, call, place: placeOfCall(rendered, call) }],
  );
  return [...wrote, ...silent];
}

const NOTHING = { pieces: [], units: 0, path: undefined, variable: undefined } as const;

/** Finds the call of a tool whose result is not in the text itself, such as in a condition. */
function placeOfCall({ places }: RenderedPrompt, { name }: ToolCallTrace): TemplatePlace | undefined {
  // A name may be a part of another one.
  return places.find(({ kind, source }) => kind === 'call' && source.split(/[^\p{L}\p{N}_]+/u).includes(name));
}

function sourceOf(
  rendered: RenderedPrompt,
  piece: XrayPiece,
): Pick<XrayOrigin, 'place' | 'path' | 'variable' | 'call'> {
  const path = rendered.paths[piece.path];
  return {
    place: rendered.places[piece.place],
    path,
    variable: path === undefined ? undefined : variableOf(rendered.variables, path),
    call: rendered.calls[piece.call],
  };
}

/** The variable a path leads into: the one with the longest id. */
export function variableOf(variables: readonly UsedVariable[], path: string): UsedVariable | undefined {
  const plain = path.replace(/^\$?\.?/, '');
  return variables
    .filter(({ id }) => plain === id || plain.startsWith(`${id}.`) || plain.startsWith(`${id}[`))
    .sort((one, other) => other.id.length - one.id.length)[0];
}
