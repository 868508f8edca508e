import { type ReactNode, useState } from 'react';
import type { Schedule } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorCode } from '../../state/error-text.ts';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { announce } from '../../ui/announce.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ScrollBlock } from '../../ui/scroll-block.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { NextRuns } from './next-runs.tsx';
import styles from './read-dialog.module.css';
import {
  APPROVAL_WORDS,
  BRANCH_WORDS,
  budgetWords,
  CONVERSATION_WORDS,
  MISSED_ASKS,
  MISSED_WORDS,
} from './task-words.ts';

export interface ReadDialogProps {
  /** The task as it is now; it may change while it is read. */
  readonly task: Schedule;
  readonly onSwitchedOn: (task: Schedule, hash: string) => void;
  readonly onClose: () => void;
}

/**
 * Dialog about what a task would do and may do, to be read before it is switched on. Exactly what was read is switched
 * on.
 */
export function ReadDialog({ task, onSwitchedOn, onClose }: ReadDialogProps) {
  const api = useApi();
  const doing = useAsyncAction();
  const [read, setRead] = useState(task);
  const { workspace, folder, hash, name, state, text, file } = read;
  const isOld = task.hash !== hash;
  const switchOn = () =>
    doing.run(async () => {
      await api.schedules.enable({ workspace, folder, hash }).catch((error: unknown) => {
        if (errorCode(error) !== 'CONFLICT') throw error;
        throw new Error('Its file was changed meanwhile, so it was not switched on. Read the new text first.');
      });
      announce(`${name} runs by the clock now`);
      onSwitchedOn(read, hash);
    });
  return (
    <Dialog
      open
      size="large"
      title={`Switch on “${name}”?`}
      onOpenChange={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={isOld || doing.isBusy} onClick={switchOn}>
            Switch on
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {isOld ? (
          <Banner
            level="warning"
            actions={
              <Button size="small" onClick={() => setRead(task)}>
                Show the new text
              </Button>
            }
          >
            <VisibleText text={file} /> was changed while you were reading.
          </Banner>
        ) : undefined}
        {doing.problem === undefined ? undefined : (
          <Banner level="error">
            <VisibleText text={doing.problem} />
          </Banner>
        )}
        {state === 'changed' && !isOld ? (
          <p className={styles.note}>Its file has changed since it was switched on: this is what it says now.</p>
        ) : undefined}
        <TaskFacts task={read} />
        <h3 className={styles.heading}>What the agent is told</h3>
        <ScrollBlock label={`Text of ${file}`} className={styles.text}>
          <VisibleText text={text} />
        </ScrollBlock>
      </div>
    </Dialog>
  );
}

function TaskFacts({ task }: { readonly task: Schedule }) {
  const { cron, cronWords, timezone, budget, approvals, missedPolicy, conversation, inBranch, profile } = task;
  return (
    <dl className={styles.facts}>
      <TaskFact name="When">
        {cronWords === undefined ? undefined : <VisibleText text={cronWords} />}{' '}
        <code>
          <VisibleText text={cron ?? 'never'} />
        </code>
        {timezone === undefined ? undefined : (
          <>
            {' in '}
            <VisibleText text={timezone} />
          </>
        )}
      </TaskFact>
      <TaskFact name="Next runs">
        <NextRuns task={task} />
      </TaskFact>
      <TaskFact name="Budget of a run">{budgetWords(budget)}</TaskFact>
      <TaskFact name="Questions">{APPROVAL_WORDS[approvals]}</TaskFact>
      <TaskFact name="Missed runs">{missedPolicy === undefined ? MISSED_ASKS : MISSED_WORDS[missedPolicy]}</TaskFact>
      <TaskFact name="Conversation">{CONVERSATION_WORDS[conversation]}</TaskFact>
      {inBranch ? <TaskFact name="Branch">{BRANCH_WORDS}</TaskFact> : undefined}
      {profile === undefined ? undefined : (
        <TaskFact name="Model">
          <VisibleText text={profile} />
        </TaskFact>
      )}
      <TaskFact name="Workspace">
        <VisibleText text={task.workspaceName} />
      </TaskFact>
    </dl>
  );
}

function TaskFact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
