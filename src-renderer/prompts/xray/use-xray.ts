import { useCallback, useMemo, useState } from 'react';
import type { RenderedPrompt, TemplatePlace } from '#contract';
import { originKey, originsOf, pieceCount, pieceOf, placesAt, type XrayOrigin, type XrayPiece } from './xray.ts';

type XrayFocus =
  | { readonly kind: 'piece'; readonly of: RenderedPrompt; readonly message: number; readonly index: number }
  | { readonly kind: 'origin'; readonly of: RenderedPrompt; readonly key: string }
  | { readonly kind: 'cursor'; readonly message: number; readonly line: number; readonly column: number };

export interface Xray {
  readonly origins: readonly XrayOrigin[];
  /** The one piece that was picked. */
  readonly here: XrayPiece | undefined;
  /** Origin of the focused piece. */
  readonly origin: XrayOrigin | undefined;
  /** Keys of the origins that stand out. */
  readonly lit: ReadonlySet<string>;
  /** Every piece of them. */
  readonly pieces: readonly XrayPiece[];
  /** Place in the template, if a piece was picked. */
  readonly place: TemplatePlace | undefined;
  readonly pick: (message: number, index: number) => void;
  readonly pickOrigin: (key: string) => void;
  readonly step: (message: number, step: 'next' | 'previous' | 'first' | 'last') => XrayPiece | undefined;
  readonly onCursor: (message: number, line: number, column: number) => void;
}

/** Most pieces of one origin that are highlighted; the rest is found by its row. */
const MAX_LIT = 5000;
const NONE: readonly XrayPiece[] = [];
const NO_KEYS: ReadonlySet<string> = new Set();

/**
 * Follows what is viewed: a piece of the rendering and its place in the template, or the cursor there and the pieces it
 * wrote.
 */
export function useXray(rendered: RenderedPrompt | undefined): Xray {
  const [focus, setFocus] = useState<XrayFocus | undefined>(undefined);
  const origins = useMemo(() => (rendered === undefined ? [] : originsOf(rendered)), [rendered]);
  // A rendering has indices of its own: what was picked in another is picked no more.
  const current = focus === undefined || focus.kind === 'cursor' || focus.of === rendered ? focus : undefined;
  const here = useMemo(() => {
    if (rendered === undefined || current?.kind !== 'piece') return undefined;
    return pieceOf(rendered, current.message, current.index);
  }, [rendered, current]);
  const lit = useMemo(() => litBy(rendered, current, here, origins), [rendered, current, here, origins]);
  const pieces = useMemo(
    () =>
      lit.size === 0
        ? NONE
        : origins
            .filter(({ key }) => lit.has(key))
            .flatMap((one) => one.pieces)
            .slice(0, MAX_LIT),
    [origins, lit],
  );
  const key = here === undefined ? (current?.kind === 'origin' ? current.key : undefined) : originKey(here);
  const origin = origins.find((one) => one.key === key);

  const pick = useCallback(
    (message: number, index: number) => {
      if (rendered !== undefined) setFocus({ kind: 'piece', of: rendered, message, index });
    },
    [rendered],
  );
  const pickOrigin = useCallback(
    (wanted: string) => {
      if (rendered !== undefined) setFocus({ kind: 'origin', of: rendered, key: wanted });
    },
    [rendered],
  );
  const step = useCallback(
    (message: number, to: 'next' | 'previous' | 'first' | 'last') => {
      if (rendered === undefined) return undefined;
      const last = pieceCount(rendered, message) - 1;
      const at = here?.message === message ? here.index : -1;
      const index = { next: Math.min(at + 1, last), previous: Math.max(at - 1, 0), first: 0, last }[to];
      pick(message, index);
      return pieceOf(rendered, message, index);
    },
    [rendered, here, pick],
  );
  const onCursor = useCallback(
    (message: number, line: number, column: number) => setFocus({ kind: 'cursor', message, line, column }),
    [],
  );
  return useMemo(
    () => ({ origins, here, origin, lit, pieces, place: origin?.place, pick, pickOrigin, step, onCursor }),
    [origins, here, origin, lit, pieces, pick, pickOrigin, step, onCursor],
  );
}

function litBy(
  rendered: RenderedPrompt | undefined,
  focus: XrayFocus | undefined,
  here: XrayPiece | undefined,
  origins: readonly XrayOrigin[],
): ReadonlySet<string> {
  if (rendered === undefined || focus === undefined) return NO_KEYS;
  if (focus.kind === 'origin') return new Set([focus.key]);
  if (here !== undefined) return new Set([originKey(here)]);
  if (focus.kind !== 'cursor') return NO_KEYS;
  const places = placesAt(rendered, focus.message, focus.line, focus.column);
  return new Set(origins.filter(({ pieces: [first] }) => first && places.has(first.place)).map(({ key }) => key));
}
