import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { RenderedPrompt } from '#contract';
import { useLayout } from '../../state/layout.tsx';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useNow } from '../use-now.ts';
import { OriginSource } from './origin-source.tsx';
import styles from './origin-table.module.css';
import { shortenCell } from './origin-words.ts';
import { type TokenCount, useTokens } from './use-tokens.ts';
import type { Xray } from './use-xray.ts';
import type { XrayOrigin } from './xray.ts';

export interface OriginTableProps {
  readonly rendered: RenderedPrompt;
  readonly xray: Xray;
}

/** Rows drawn at first; a prompt made in a long loop has thousands. */
const SHOWN = 150;
/** UTF-16 units of an origin whose tokens are counted. */
const LONGEST = 20_000;

/** Table of the origins of the rendering's pieces. */
export const OriginTable = memo(function OriginTable({ rendered, xray }: OriginTableProps) {
  const [isWhole, setIsWhole] = useState(false);
  const now = useNow(5000);
  const [hasTexts, setHasTexts] = useLayout('prompts.origins.texts', false);
  const origins = useMemo(
    () => xray.origins.filter(({ key, place }) => hasTexts || place?.kind !== 'text' || xray.lit.has(key)),
    [xray.origins, xray.lit, hasTexts],
  );
  const shown = useMemo(() => (isWhole ? origins : origins.slice(0, SHOWN)), [origins, isWhole]);
  const samples = useMemo(() => shown.map((origin) => originText(rendered, origin)), [rendered, shown]);
  const tokens = useTokens(samples);
  const body = useRef<HTMLTableSectionElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was picked is brought into view.
  useEffect(() => {
    body.current?.querySelector('[data-lit]')?.scrollIntoView({ block: 'nearest' });
  }, [xray.lit]);
  return (
    <div className={styles.wrap}>
      <label className={styles.texts}>
        <input type="checkbox" checked={hasTexts} onChange={(event) => setHasTexts(event.target.checked)} /> Fixed text
        too
      </label>
      <table className={styles.table} aria-label="Where it came from">
        <thead>
          <tr>
            <th scope="col">Text</th>
            <th scope="col">Template</th>
            <th scope="col">Came from</th>
            <th scope="col" className={styles.count} title="About so many">
              Tokens
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {shown.map((origin, index) => (
            <OriginRow
              key={origin.key}
              origin={origin}
              text={samples[index] ?? ''}
              tokens={tokens[index]}
              isLit={xray.lit.has(origin.key)}
              now={now}
              onPick={() => xray.pickOrigin(origin.key)}
            />
          ))}
        </tbody>
      </table>
      {origins.length === 0 ? <p className={styles.none}>All of it is the template’s own text.</p> : undefined}
      {shown.length < origins.length ? (
        <Button size="small" onClick={() => setIsWhole(true)}>
          Show all {origins.length} rows
        </Button>
      ) : undefined}
    </div>
  );
});

interface RowProps {
  readonly origin: XrayOrigin;
  readonly text: string;
  readonly tokens: TokenCount;
  readonly isLit: boolean;
  readonly now: number;
  readonly onPick: () => void;
}

function OriginRow({ origin, text, tokens, isLit, now, onPick }: RowProps) {
  const { place, pieces } = origin;
  return (
    <tr data-lit={isLit || undefined} aria-current={isLit || undefined}>
      <td>
        <button type="button" className={styles.piece} onClick={onPick}>
          <VisibleText text={cellText(text)} />
        </button>
        {pieces.length > 1 ? <span className={styles.note}>{pieces.length} pieces</span> : undefined}
        {/* Where there is no room for the second column, its place stands here. */}
        <span className={styles.beneath}>{originPlace(place)}</span>
      </td>
      <td>
        {place === undefined ? undefined : (
          <>
            <span className={styles.note}>{originPlace(place)}</span>
            {place.kind === 'text' ? undefined : (
              <code className={styles.source}>
                <VisibleText text={shortenCell(place.source)} />
              </code>
            )}
          </>
        )}
      </td>
      <td>
        <OriginSource origin={origin} now={now} />
      </td>
      <td className={styles.count}>{typeof tokens === 'number' && text !== '' ? tokens : ''}</td>
    </tr>
  );
}

function originPlace(place: XrayOrigin['place']): string {
  if (place === undefined) return '';
  return `${place.message > 0 ? `message ${place.message + 1}, ` : ''}line ${place.line}`;
}

function cellText(text: string): string {
  if (text === '') return '(nothing)';
  return text.trim() === '' ? '(blanks)' : shortenCell(text.trim());
}

/** Joins the pieces of an origin, as far as it is worth counting. */
function originText(rendered: RenderedPrompt, { pieces }: XrayOrigin): string {
  let text = '';
  for (const { message, start, end } of pieces) {
    text += rendered.messages[message]?.content.slice(start, end) ?? '';
    if (text.length > LONGEST) break;
  }
  return text;
}
