import { type ReactNode, useMemo, useState } from 'react';
import type { CommandView } from '#contract';
import { Button } from '../ui/button.tsx';
import { formatBytes, plural } from '../ui/format.ts';
import { parseAnsi } from './ansi.ts';
import styles from './command-output.module.css';
import { OutputLines } from './output-lines.tsx';
import { type Spool, useSpool } from './use-spool.ts';

/** Lines shown while collapsed: the last ones, where errors and results are. */
const COLLAPSED_LINES = 16;

/** A command's output; long output shows its end until "Show all" is asked for. */
export function CommandOutput({ view, isRunning }: { readonly view: CommandView; readonly isRunning: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const isShortened = view.outputBytes > new TextEncoder().encode(view.output).length;
  const spool = useSpool(isOpen && isShortened ? view.spool : undefined);
  const text = spool.text ?? view.output;
  const lines = useMemo(() => parseAnsi(text), [text]);
  const earlier = Math.max(lines.length - COLLAPSED_LINES, 0);

  if (lines.length === 0) return isRunning ? undefined : <p className={styles.none}>(no output)</p>;
  if (isOpen) {
    return (
      <div className={styles.output}>
        <OutputLines lines={lines} />
        <Rest spool={spool} outputBytes={view.outputBytes} />
        {earlier > 0 ? <More onClick={() => setOpen(false)}>Show less</More> : undefined}
      </div>
    );
  }
  return (
    <div className={styles.output}>
      {earlier > 0 || isShortened ? <More onClick={() => setOpen(true)}>{showAll(earlier)}</More> : undefined}
      <OutputLines lines={lines.slice(earlier)} />
    </div>
  );
}

const showAll = (earlier: number) => (earlier > 0 ? `Show all (${plural(earlier, 'earlier line')})` : 'Show all');

function Rest({ spool, outputBytes }: { readonly spool: Spool; readonly outputBytes: number }) {
  if (spool.problem !== undefined) return <p className={styles.problem}>{spool.problem}</p>;
  if (spool.more === undefined) return undefined;
  return (
    <More onClick={spool.more}>
      Show more ({formatBytes(spool.shownBytes)} of {formatBytes(outputBytes)})
    </More>
  );
}

function More({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <Button className={styles.all ?? ''} size="small" variant="ghost" onClick={onClick}>
      {children}
    </Button>
  );
}
