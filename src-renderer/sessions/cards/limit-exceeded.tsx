import { useId, useState } from 'react';
import type { CommandView, LimitName } from '#contract';
import { useNavigation } from '../../state/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LIMITS, limitAmount, limitNoun, limitOf } from '../../ui/limit-words.ts';
import type { ToolItem } from '../items/tool-item.ts';
import styles from './limit-exceeded.module.css';
import { RaisedLimits } from './raised-limits.tsx';
import { isOfAdapter } from './tool-words.ts';
import { type RaiseScope, useRaise } from './use-raise.ts';

/** Factors by which a limit can be raised at once. */
const FACTORS = [2, 4, 10] as const;

/** Notice about the limit that ended a command, its usage, and the ways to raise the limit. */
export function LimitExceeded({ item, session }: { readonly item: ToolItem; readonly session: string }) {
  const { command } = item;
  const limit = exceededLimit(command);
  if (command === undefined || limit === undefined) return undefined;
  return (
    <section className={styles.trip} aria-label="Stopped by a limit">
      <p className={styles.words}>
        <Icon name="warning" size={14} />
        <span>
          <b>
            Its {limit === 'processes' ? 'process' : limitNoun(limit)} limit ended{' '}
            {command.stopReason === stopReasonOf(command) ? 'it' : 'its filters'}.
          </b>{' '}
          {tripWords(limit, command)}
        </span>
      </p>
      <MoreRoom item={item} session={session} limit={limit} />
    </section>
  );
}

/** Clients of the Shell Adapter run in limits that are set for all of them. */
function LimitsOfAll() {
  const { open } = useNavigation();
  return (
    <Button size="small" variant="ghost" onClick={() => open('settings', 'adapter')}>
      Limits of the Shell Adapter
    </Button>
  );
}

/** Words for raising a limit, and what to do afterwards, by kind of client. */
const RAISE_WORDS = {
  model: {
    session: 'Raise for this session',
    note: 'Once: for the next command of this session. For this session: for all of its commands from now on. Then ask the model to try again.',
  },
  client: {
    session: 'Raise for this client',
    note: 'Once: for the client’s next command. For this client: for all that it runs from now on, until it leaves. It has to run the command again.',
  },
} as const;

interface MoreRoomProps {
  readonly item: ToolItem;
  readonly session: string;
  readonly limit: LimitName;
}

function MoreRoom({ item, session, limit }: MoreRoomProps) {
  const note = useId();
  const raising = useRaise(session, item.callId);
  const isOfClient = isOfAdapter(item);
  const words = RAISE_WORDS[isOfClient ? 'client' : 'model'];
  const had = currentLimit(limit, item.command);
  const [chosen, setFactor] = useState<number | undefined>(undefined);
  const factor = chosen ?? enoughFactor(had, item.command && usedBy(limit, item.command));
  if (had === undefined) return undefined;
  const raise = (scope: RaiseScope) => !raising.isBusy && raising.raise({ limit, scope, to: had * factor });
  return (
    <>
      <div className={styles.row}>
        <label className={styles.to}>
          More {limitNoun(limit)}
          <select value={factor} onChange={(event) => setFactor(Number(event.target.value))}>
            {FACTORS.map((one) => (
              <option key={one} value={one}>
                {limitAmount(limit, had * one)}
              </option>
            ))}
          </select>
        </label>
        <Button size="small" aria-disabled={raising.isBusy} aria-describedby={note} onClick={() => raise('once')}>
          Raise once
        </Button>
        <Button size="small" aria-disabled={raising.isBusy} aria-describedby={note} onClick={() => raise('session')}>
          {words.session}
        </Button>
        {isOfClient ? <LimitsOfAll /> : undefined}
      </div>
      <p id={note} className={styles.note}>
        {words.note}
      </p>
      <RaisedLimits command={item.command} />
      {raising.problem === undefined ? undefined : (
        <p className={styles.problem} role="alert">
          {raising.problem}
        </p>
      )}
    </>
  );
}

/** The first that is more than what it used when it was ended; it may need more still. */
function enoughFactor(had: number | undefined, used: number | undefined): number {
  return FACTORS.find((factor) => had !== undefined && had * factor > (used ?? 0)) ?? FACTORS[FACTORS.length - 1] ?? 2;
}

function exceededLimit(command: CommandView | undefined): LimitName | undefined {
  if (command === undefined || command.interrupted !== undefined) return undefined;
  return LIMITS.find((limit) => limit === stopReasonOf(command));
}

/** Stop reason of the command, else of the filters that ran on its output. */
const stopReasonOf = ({ stopReason, split }: CommandView) =>
  stopReason === 'exit' ? split?.filterStopReason : stopReason;

/** Current limit: the command's own, or one that a person has raised since. */
function currentLimit(limit: LimitName, command: CommandView | undefined): number | undefined {
  const had = command?.limits && limitOf(command.limits, limit);
  if (had === undefined) return undefined;
  const raised = (command?.raised ?? []).filter((one) => one.limit === limit).map(({ to }) => to);
  return Math.max(had, ...raised);
}

/** Descriptions of each limit and the usage of it. */
const LIMIT_WORDS: Readonly<Record<LimitName, (most: string) => string>> = {
  timeout: (most) => `It may run for ${most}`,
  cpu: (most) => `It may use ${most} of one core, averaged over some seconds`,
  memory: (most) => `It and its children may hold ${most}`,
  output: (most) => `It may print ${most}`,
  processes: (most) => `It may have ${most} processes at a time`,
  disk: (most) => `The workspace may grow by ${most}`,
};

const USED_WORDS: Readonly<Record<LimitName, (used: string) => string>> = {
  timeout: (used) => `it ran for ${used}`,
  cpu: (used) => `it used up to ${used}`,
  memory: (used) => `they held ${used}`,
  output: (used) => `it printed ${used}`,
  processes: (used) => `it had ${used}`,
  disk: (used) => `it grew by ${used}`,
};

function tripWords(limit: LimitName, command: CommandView): string {
  const most = command.limits && limitOf(command.limits, limit);
  const used = usedBy(limit, command);
  const words = [
    most === undefined ? '' : LIMIT_WORDS[limit](limitAmount(limit, most)),
    used === undefined ? '' : USED_WORDS[limit](limitAmount(limit, used)),
  ].filter(Boolean);
  return words.length === 0 ? '' : `${words.join('; ')}.`;
}

function usedBy(limit: LimitName, { durationMs, outputBytes, peak }: CommandView): number | undefined {
  switch (limit) {
    case 'timeout':
      return durationMs;
    case 'output':
      return outputBytes;
    case 'cpu':
      return peak?.cpuPercent;
    case 'memory':
      return peak?.memoryBytes;
    case 'processes':
      return peak?.processes;
    case 'disk':
      return peak?.diskBytes;
  }
}
