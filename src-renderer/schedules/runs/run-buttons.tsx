import type { ScheduleRun } from '#contract';
import { useUndo } from '../../turns/turn-undo.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { useHeldFocus } from '../../ui/use-held-focus.ts';
import styles from './run-detail.module.css';
import { type RunVerb, verbsOf } from './run-words.ts';
import type { RunVerbs } from './use-run-verbs.ts';

const LABELS: Readonly<Record<RunVerb, string>> = {
  accept: 'Accept',
  drop: 'Drop',
  restore: 'Restore',
  keep: 'Keep',
  undo: 'Undo this run',
  redo: 'Redo this run',
  chat: 'Go on in chat',
  again: 'Run again',
  stop: 'Stop',
};

export interface RunButtonsProps {
  readonly run: ScheduleRun;
  readonly verbs: RunVerbs;
}

/** Actions on a run; if the focused button disappears, the first of the others gets the focus. */
export function RunButtons({ run, verbs: { act, doing } }: RunButtonsProps) {
  const { isBusy } = useUndo();
  const offered = verbsOf(run);
  const held = useHeldFocus<HTMLDivElement>([...offered].join());
  const { session, turn } = run;
  const isUndoing = session !== undefined && turn !== undefined && isBusy({ session, turn });
  return (
    <div {...held} className={styles.buttons}>
      {(Object.keys(LABELS) as RunVerb[])
        .filter((verb) => offered.has(verb))
        .map((verb) => {
          const isWorking = verb === 'undo' || verb === 'redo' ? isUndoing : verb !== 'chat' && doing.isBusy;
          return (
            <Button
              key={verb}
              size="small"
              variant={variantOf(verb)}
              // A disabled button would lose the focus.
              aria-disabled={isWorking}
              onClick={() => (isWorking ? undefined : act(verb, run))}
            >
              {LABELS[verb]}
            </Button>
          );
        })}
    </div>
  );
}

function variantOf(verb: RunVerb): NonNullable<ButtonProps['variant']> {
  if (verb === 'keep' || verb === 'accept') return 'primary';
  return verb === 'stop' ? 'danger' : 'default';
}
