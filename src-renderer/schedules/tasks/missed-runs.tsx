import { useId, useState } from 'react';
import type { MissedPolicy, Schedule } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { whenWords } from '../times.ts';
import styles from './missed-runs.module.css';
import { taskKey } from './task-words.ts';

type MissedSlots = NonNullable<Schedule['missed']>;

/** Most runs that are counted. */
const MAX_COUNTED = 1000;
/** Number of runs above which a question is asked: each costs time and money. */
const MANY = 10;

/** Runs whose time passed while nothing could run them, a line a task, until a person says what becomes of them. */
export function MissedRuns({ tasks }: { readonly tasks: readonly Schedule[] }) {
  const lines = tasks.flatMap((task) => (task.missed === undefined ? [] : [{ task, missed: task.missed }]));
  if (lines.length === 0) return undefined;
  return (
    <section className={styles.missed} aria-label="Missed runs">
      <ul className={styles.list}>
        {lines.map(({ task, missed }) => (
          <MissedLine key={taskKey(task)} task={task} missed={missed} />
        ))}
      </ul>
    </section>
  );
}

const DONE_WORDS: Readonly<Record<MissedPolicy, string>> = {
  skip: 'left out',
  once: 'made up for by one run',
  all: 'made up for',
};

function MissedLine({ task, missed }: { readonly task: Schedule; readonly missed: MissedSlots }) {
  const api = useApi();
  const doing = useAsyncAction();
  const nameId = useId();
  const [isAsking, setAsking] = useState(false);
  const { workspace, folder, name } = task;
  const answer = (policy: MissedPolicy) => {
    setAsking(false);
    doing.run(async () => {
      await api.schedules.answerMissed({ workspace, folder, answer: policy });
      announce(`${name}: missed runs ${DONE_WORDS[policy]}`);
    });
  };
  const button = (label: string, onClick: () => void) => (
    <Button size="small" aria-describedby={nameId} aria-disabled={doing.isBusy} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <li className={styles.line} aria-label={name}>
      <Icon name="clock" />
      <span className={styles.text}>
        <b id={nameId}>
          <VisibleText text={name} />
        </b>{' '}
        {missedWords(missed)}
        {doing.problem === undefined ? undefined : (
          <span role="alert" className={styles.problem}>
            {' '}
            <VisibleText text={doing.problem} />
          </span>
        )}
      </span>
      <span className={styles.buttons}>
        {button('Skip', () => answer('skip'))}
        {button('Run once', () => answer('once'))}
        {missed.count === 1
          ? undefined
          : button('Run all', () => (missed.count > MANY ? setAsking(true) : answer('all')))}
      </span>
      <ConfirmDialog
        title={`Run “${name}” ${missedCount(missed)} times?`}
        isOpen={isAsking}
        onOpenChange={setAsking}
        confirm={`Run all ${missedCount(missed)}`}
        keep="Cancel"
        onConfirm={() => answer('all')}
      >
        One after the other, each within its own budget. “Run once” makes up for all of them with one run.
      </ConfirmDialog>
    </li>
  );
}

const missedCount = ({ count }: MissedSlots) => (count >= MAX_COUNTED ? `${MAX_COUNTED} or more` : String(count));

function missedWords(missed: MissedSlots): string {
  const { count, first, last } = missed;
  if (count === 1) return `missed its run of ${whenWords(first)}.`;
  const runs = count >= MAX_COUNTED ? `${missedCount(missed)} runs` : plural(count, 'run');
  return `missed ${runs} between ${whenWords(first)} and ${whenWords(last)}.`;
}
