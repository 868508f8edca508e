import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RenderedPrompt } from '#contract';
import { announce } from '../../ui/announce.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatCount } from '../../ui/format.ts';
import { clearLayers, drawLayers } from './highlights.ts';
import { originWords } from './origin-words.ts';
import { type MessageSheet, RenderedMessageView } from './rendered-message.tsx';
import styles from './rendered-pane.module.css';
import type { TokenCount } from './use-tokens.ts';
import type { Xray } from './use-xray.ts';
import { originKey, pieceAt, type XrayOrigin } from './xray.ts';

export interface RenderedPaneProps {
  readonly rendered: RenderedPrompt;
  readonly xray: Xray;
  /** Token counts of each message; undefined while they are counted. */
  readonly tokens: readonly TokenCount[];
  /** Whether it belongs to an older text than the current one. */
  readonly isStale: boolean;
  /** Opens the place in the template of the picked piece. */
  readonly onOpen: () => void;
}

/** Most coloured pieces: more cost more than they say; the picked ones are always drawn. */
const MAX_TINTED = 2500;

/** The messages by role. What values and tools wrote stands out; a piece that is picked, and all of its origin, more so. */
export function RenderedPane({ rendered, xray, tokens, isStale, onOpen }: RenderedPaneProps) {
  const sheets = useRef(new Map<number, MessageSheet>());
  usePaint(xray, sheets.current);
  const step = (message: number, to: Parameters<Xray['step']>[1]) => {
    const piece = xray.step(message, to);
    if (piece === undefined) return;
    sheets.current.get(message)?.reveal(piece.start);
    const origin = xray.origins.find(({ key }) => key === originKey(piece));
    const text = rendered.messages[message]?.content.slice(piece.start, Math.min(piece.end, piece.start + 80));
    if (origin !== undefined) announce(`${text}: ${originWords(origin)}`);
  };
  return (
    <div className={styles.messages} data-stale={isStale || undefined}>
      {rendered.messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message is what stands at its place.
        <section key={index} className={styles.message} aria-label={`Rendered message ${index + 1}`}>
          <header className={styles.head}>
            <h3 className={styles.role}>{message.role}</h3>
            <span className={styles.fact}>{sizeWords(message.content, tokens[index])}</span>
            <CopyButton text={message.content} label={`Copy rendered message ${index + 1}`} />
          </header>
          <RenderedMessageView
            ref={(sheet) => {
              if (sheet === null) sheets.current.delete(index);
              else sheets.current.set(index, sheet);
            }}
            message={message}
            label={`Text of rendered message ${index + 1}, ${message.role}`}
            onPick={(offset) => {
              const piece = pieceAt(rendered, index, offset);
              if (piece !== undefined) xray.pick(index, piece.index);
            }}
            onStep={(to) => step(index, to)}
            onOpen={onOpen}
          />
        </section>
      ))}
    </div>
  );
}

function sizeWords(content: string, tokens: TokenCount): string {
  const size = `${formatCount(content.length)} characters`;
  if (tokens === undefined) return size;
  return tokens === 'too long' ? `${size}, too long to count tokens` : `${size}, about ${formatCount(tokens)} tokens`;
}

function usePaint(xray: Xray, sheets: ReadonlyMap<number, MessageSheet>): void {
  const { origins, pieces, here } = xray;
  // After the texts were drawn, in the same frame.
  useLayoutEffect(() => {
    const stretch = (one: { message: number; start: number; end: number }) =>
      sheets.get(one.message)?.rangeOf(one.start, one.end);
    const made = (isMine: (origin: XrayOrigin) => boolean) =>
      origins
        .filter(isMine)
        .flatMap(({ pieces: own }) => own)
        .slice(0, MAX_TINTED)
        .map(stretch);
    const calls = made(({ call }) => call !== undefined);
    const values = made(
      ({ call, path, place }) => call === undefined && (path !== undefined || place?.kind === 'value'),
    );
    drawLayers({ 'sigma-value': values, 'sigma-call': calls });
  }, [origins, sheets]);
  useLayoutEffect(() => {
    // What is picked without a piece of its own, by its row, is marked whole.
    const chosen = here === undefined ? [] : [here];
    const stretch = (one: { message: number; start: number; end: number }) =>
      sheets.get(one.message)?.rangeOf(one.start, one.end);
    drawLayers({ 'sigma-same': pieces.map(stretch), 'sigma-here': chosen.map(stretch) });
    const first = here === undefined ? pieces[0] : undefined;
    if (first !== undefined) sheets.get(first.message)?.reveal(first.start);
  }, [pieces, here, sheets]);
  useEffect(() => clearLayers, []);
}
