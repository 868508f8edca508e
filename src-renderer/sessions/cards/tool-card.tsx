import { useState } from 'react';
import { focusReview } from '../../state/review-focus.ts';
import { Button } from '../../ui/button.tsx';
import { EndOfPath } from '../../ui/end-of-path.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useIsFinding } from '../find/find-context.ts';
import { TOOL_STATES } from '../items/session-words.ts';
import { StateMark } from '../items/state-mark.tsx';
import type { ToolItem } from '../items/tool-item.ts';
import { CommandBlock } from '../output/command-block.tsx';
import { OutputFilter } from '../output/output-filter.tsx';
import { BoxRefusal } from './box-refusal.tsx';
import { ChangedFiles } from './changed-files.tsx';
import { LimitExceeded } from './limit-exceeded.tsx';
import { Repairs } from './repairs.tsx';
import { RunningUse } from './running-usage.tsx';
import styles from './tool-card.module.css';
import { ToolDetails } from './tool-details.tsx';
import { callOutcomeWords, commandLine, isOfAdapter, textArgument, toolWords } from './tool-words.ts';

const ICONS: Readonly<Record<string, IconName>> = {
  execute_command: 'command',
  create_or_update_file: 'file',
  edit_file: 'file',
  read_file: 'eye',
  delete_file_or_dir: 'trash',
};

/** One tool call: what was asked for, what was decided, what ran and what came of it. */
export function ToolCard({ item, session }: { readonly item: ToolItem; readonly session: string }) {
  const { title, about } = toolWords(item.tool, item.ran ?? item.sent);
  const [isOpen, setOpen] = useState(false);
  const isFinding = useIsFinding();
  const ended = hasEnded(item);
  return (
    <article
      className={styles.card}
      data-state={item.state}
      aria-label={about === undefined ? title : `${title} ${about}`}
      // What somebody is in while the call ends stays open, and the focus where it is.
      onFocus={ended ? undefined : () => setOpen(true)}
    >
      {ended ? (
        <button type="button" className={styles.header} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <CallLine item={item} hasCommand />
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        </button>
      ) : (
        <header className={styles.header}>
          <CallLine item={item} />
        </header>
      )}
      <Command item={item} session={session} isBrief={ended && !isOpen && !isFinding} />
      {item.state === 'waiting' && item.question !== undefined ? <NeedsYou question={item.question} /> : undefined}
      {ended && !isOpen && !isFinding ? undefined : <CallDetails item={item} session={session} />}
    </article>
  );
}

const NOT_ENDED: ReadonlySet<ToolItem['state']> = new Set(['checking', 'waiting', 'running']);
const hasEnded = ({ state }: ToolItem): boolean => !NOT_ENDED.has(state);

/** Line with the call's subject, effect, duration and state. */
function CallLine({ item, hasCommand = false }: { readonly item: ToolItem; readonly hasCommand?: boolean }) {
  const { title, about: path } = toolWords(item.tool, item.ran ?? item.sent);
  const command = hasCommand ? commandLine(shownCommand(item)) : undefined;
  const effect = callOutcomeWords(item);
  return (
    <>
      <Icon name={ICONS[item.tool] ?? 'tool'} />
      <span className={styles.title}>{title}</span>
      {path === undefined && command === undefined ? undefined : (
        <code className={styles.about}>
          {path === undefined ? <VisibleText text={command ?? ''} /> : <EndOfPath path={path} />}
        </code>
      )}
      {effect === '' ? undefined : <span className={styles.effect}>{effect}</span>}
      <span className={styles.state}>
        <StateMark {...TOOL_STATES[item.state]} />
      </span>
    </>
  );
}

/** Details: repairs, decisions, changes, and the exact call. */
function CallDetails({ item, session }: { readonly item: ToolItem; readonly session: string }) {
  return (
    <>
      <Repairs repairs={item.repairs} />
      {item.decision === undefined ? undefined : (
        <p className={styles.decision}>
          <Icon name="shield" /> {item.decision}
        </p>
      )}
      <ChangedFiles changes={item.changes} session={session} />
      <FilterOutput item={item} session={session} />
      <ToolDetails item={item} />
    </>
  );
}

interface CommandProps {
  readonly item: ToolItem;
  readonly session: string;
  /** The line above says what ran and how it ended. */
  readonly isBrief: boolean;
}

/** The command of a call that runs one: as it runs with what it uses, then with what ended it. */
function Command({ item, session, isBrief }: CommandProps) {
  const command = shownCommand(item);
  if (item.tool !== 'execute_command' || command === undefined) return undefined;
  const isRunning = item.state === 'running';
  return (
    <>
      <CommandBlock line={command} view={item.command} isRunning={isRunning} isBrief={isBrief} />
      {isRunning && !isOfAdapter(item) ? <RunningUse item={item} session={session} /> : undefined}
      {isRunning ? undefined : <LimitExceeded item={item} session={session} />}
      {isRunning ? undefined : <BoxRefusal item={item} session={session} />}
    </>
  );
}

const shownCommand = (item: ToolItem): string | undefined => item.command?.command ?? commandSent(item);

function commandSent(item: ToolItem): string | undefined {
  if (item.tool !== 'execute_command') return undefined;
  return textArgument(item.ran ?? item.sent, isOfAdapter(item) ? 'command' : 'command_line');
}

/** Button to filter an output that can be reduced. */
function FilterOutput({ item, session }: { readonly item: ToolItem; readonly session: string }) {
  const [isOpen, setOpen] = useState(false);
  if (item.output === undefined || !hasOutput(item)) return undefined;
  return (
    <>
      <div className={styles.commands}>
        <Button size="small" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name="filter" /> Filter output
        </Button>
      </div>
      {isOpen ? <OutputFilter session={session} event={item.output} /> : undefined}
    </>
  );
}

/** Whether there is more than a line of output; a call that was refused or not run has none. */
function hasOutput({ state, command, result = '' }: ToolItem): boolean {
  if (command !== undefined) return state !== 'running' && command.outputBytes > 0;
  return (state === 'done' || state === 'failed') && result.trimEnd().includes('\n');
}

function NeedsYou({ question }: { readonly question: string }) {
  return (
    <div className={styles.waiting}>
      <Icon name="attention" />
      <span className={styles.waitingText}>Waiting for your answer</span>
      <Button variant="primary" size="small" onClick={() => focusReview(question)}>
        Go to review
      </Button>
    </div>
  );
}
