import { type ReactNode, useMemo, useState } from 'react';
import type { CommandView } from '#contract';
import { Button } from '../../ui/button.tsx';
import { formatBytes, plural } from '../../ui/format.ts';
import { useSought } from '../find/find-context.ts';
import { foldCase } from '../find/text-matches.ts';
import { parseAnsi, type StyledLine } from './ansi.ts';
import styles from './command-output.module.css';
import { OutputLines } from './output-lines.tsx';
import { MAX_AT_ONCE, type Spool, useSpool } from './use-spool.ts';

/** Lines shown while collapsed: the last ones, where errors and results are. */
const COLLAPSED_LINES = 16;

export interface CommandOutputProps {
  readonly view: CommandView;
  readonly isRunning: boolean;
  /** Whether to show nothing, instead of a note, if there is no output. */
  readonly isBrief?: boolean;
}

/** A command's output; long output shows its end until "Show all" is asked for. */
export function CommandOutput({ view, isRunning, isBrief = false }: CommandOutputProps) {
  const [isOpen, setOpen] = useState(false);
  const isShortened = view.outputBytes > new TextEncoder().encode(view.output).length;
  const spool = useSpool(isOpen && isShortened ? view.spool : undefined);
  const text = spool.text ?? view.output;
  const lines = useMemo(() => parseAnsi(text), [text]);
  const earlier = Math.max(lines.length - COLLAPSED_LINES, 0);
  const isSought = useIsSought(lines, earlier);

  if (lines.length === 0) return <NoOutput isRunning={isRunning || isBrief} />;
  if (isOpen || isSought) {
    const close = earlier > 0 && isOpen ? () => setOpen(false) : undefined;
    return <OpenedOutput lines={lines} spool={spool} outputBytes={view.outputBytes} onClose={close} />;
  }
  const more = showAll(earlier, isShortened ? view.outputBytes : undefined);
  return (
    <div className={styles.output}>
      {more === undefined ? undefined : <MoreButton onClick={() => setOpen(true)}>{more}</MoreButton>}
      <OutputLines lines={lines.slice(earlier)} />
    </div>
  );
}

function NoOutput({ isRunning }: { readonly isRunning: boolean }) {
  return isRunning ? undefined : <p className={styles.none}>(no output)</p>;
}

interface OpenedOutputProps {
  readonly lines: readonly StyledLine[];
  readonly spool: Spool;
  readonly outputBytes: number;
  readonly onClose: (() => void) | undefined;
}

function OpenedOutput({ lines, spool, outputBytes, onClose }: OpenedOutputProps) {
  return (
    <div className={styles.output}>
      <OutputLines lines={lines} />
      <Rest spool={spool} outputBytes={outputBytes} />
      {onClose === undefined ? undefined : <MoreButton onClick={onClose}>Show less</MoreButton>}
    </div>
  );
}

/** Whether the conversation is searched for something in the lines that are not shown. */
function useIsSought(lines: readonly StyledLine[], earlier: number): boolean {
  const sought = foldCase(useSought());
  return useMemo(
    () => sought !== '' && lines.slice(0, earlier).some((line) => foldCase(lineText(line)).includes(sought)),
    [sought, lines, earlier],
  );
}

const lineText = (line: StyledLine) => line.map((run) => run.text).join('');

/**
 * Label of the button: shows all lines that are here, or, if only a part of the output was sent, all or the first of
 * it.
 */
function showAll(earlier: number, keptBytes: number | undefined): string | undefined {
  if (keptBytes === undefined) return earlier === 0 ? undefined : `Show all (${plural(earlier, 'earlier line')})`;
  if (keptBytes > MAX_AT_ONCE) return `Show the first ${formatBytes(MAX_AT_ONCE)} of ${formatBytes(keptBytes)}`;
  return `Show all (${formatBytes(keptBytes)}${earlier > 0 ? `, more than ${plural(earlier, 'earlier line')}` : ''})`;
}

function Rest({ spool, outputBytes }: { readonly spool: Spool; readonly outputBytes: number }) {
  if (spool.problem !== undefined) return <p className={styles.problem}>{spool.problem}</p>;
  if (spool.more === undefined) return undefined;
  return (
    <MoreButton onClick={spool.more}>
      Show {formatBytes(Math.min(MAX_AT_ONCE, outputBytes - spool.shownBytes))} more ({formatBytes(spool.shownBytes)} of{' '}
      {formatBytes(outputBytes)} shown)
    </MoreButton>
  );
}

function MoreButton({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <Button className={styles.all ?? ''} size="small" variant="ghost" onClick={onClick}>
      {children}
    </Button>
  );
}
