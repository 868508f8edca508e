import { useState } from 'react';
import { withoutSequences } from '#contract/escape-sequences';
import { Markdown } from '../../text/markdown.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatDuration, formatFullTime, formatTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { lastName } from '../../ui/last-name.ts';
import { limitAmount } from '../../ui/limit-words.ts';
import { useToday } from '../../ui/use-today.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { type ConsoleItem, isBuiltin, isMarkdown, isRunning } from '../items/console-item.ts';
import { consoleState } from '../items/session-words.ts';
import { StateMark } from '../items/state-mark.tsx';
import { CommandOutput } from '../output/command-output.tsx';
import { OutputFilter } from '../output/output-filter.tsx';
import { useConsoleCommands } from './console-commands.ts';
import styles from './console-entry.module.css';
import { RunningBlock } from './running-block.tsx';

export interface ConsoleEntryProps {
  readonly item: ConsoleItem;
  readonly session: string;
}

/** A line of Shell mode: as in a terminal, and kept. */
export function ConsoleEntry({ item, session }: ConsoleEntryProps) {
  const isLive = isRunning(item);
  return (
    <article className={styles.block} aria-label={`Command ${item.line}`} aria-busy={isLive}>
      <pre className={styles.line}>
        <span className={styles.prompt} title={item.cwd}>
          {lastName(item.cwd)} ${' '}
        </span>
        <code>
          <VisibleText text={item.line} />
        </code>
      </pre>
      {isLive ? <RunningBlock item={item} /> : <EndedCommand item={item} session={session} />}
    </article>
  );
}

function EndedCommand({ item, session }: ConsoleEntryProps) {
  useToday();
  const [isFiltering, setFiltering] = useState(false);
  return (
    <>
      <ConsoleText item={item} />
      <footer className={styles.foot}>
        <StateMark {...consoleState(item)} />
        {item.durationMs === undefined ? undefined : <span>{formatDuration(item.durationMs)}</span>}
        {item.peak === undefined ? undefined : (
          <span title="The most it and what it started used at one moment">
            peak {Math.round(item.peak.cpuPercent)} % CPU, {limitAmount('memory', item.peak.memoryBytes)}
          </span>
        )}
        <time dateTime={new Date(item.at).toISOString()} title={formatFullTime(item.at)}>
          {formatTime(item.at)}
        </time>
        <Commands item={item} isFiltering={isFiltering} onFilter={setFiltering} />
      </footer>
      {isFiltering ? <OutputFilter session={session} event={item.id} /> : undefined}
    </>
  );
}

function ConsoleText({ item }: { readonly item: ConsoleItem }) {
  const { text } = item;
  if (isMarkdown(item)) {
    return (
      <div className={styles.markdown}>
        <Markdown text={text} />
      </div>
    );
  }
  if (isBuiltin(item) && text === '') return undefined;
  return <CommandOutput view={{ command: item.line, cwd: item.cwd, output: text, outputBytes: 0 }} isRunning={false} />;
}

interface CommandsProps {
  readonly item: ConsoleItem;
  readonly isFiltering: boolean;
  readonly onFilter: (isOn: boolean) => void;
}

function Commands({ item, isFiltering, onFilter }: CommandsProps) {
  const { push, run, canRun } = useConsoleCommands();
  return (
    <span className={styles.commands}>
      {isBuiltin(item) || item.text === '' ? undefined : (
        <>
          <Button size="small" variant="ghost" onClick={() => push(item.id)}>
            <Icon name="arrow-up" /> Push to chat
          </Button>
          <Button size="small" variant="ghost" aria-expanded={isFiltering} onClick={() => onFilter(!isFiltering)}>
            <Icon name="filter" /> Filter output
          </Button>
        </>
      )}
      <Button size="small" variant="ghost" disabled={!canRun} onClick={() => run(item.line)}>
        <Icon name="refresh" /> Run again
      </Button>
      <CopyButton label="Copy the command" text={item.line} />
      {item.text === '' ? undefined : <CopyButton label="Copy the output" text={withoutSequences(item.text)} />}
    </span>
  );
}
