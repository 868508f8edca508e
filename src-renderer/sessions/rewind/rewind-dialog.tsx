import { useState } from 'react';
import type { RewindPlan } from '#contract';
import { headWords } from '#contract/undo-words';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { plural } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './rewind-dialog.module.css';
import { RewindFiles } from './rewind-files.tsx';
import type { AskedRewind, RewindChoice, RewindRequest } from './use-rewind.ts';

export interface RewindDialogProps {
  readonly session: string;
  readonly asked: AskedRewind;
  readonly onGoOn: (choice: RewindChoice) => void;
  readonly onCancel: () => void;
}

const VERBS = { rewind: 'Rewind', edit: 'Rewind and edit', redo: 'Redo' } as const;

/** The preview: what becomes of conversation and files, what stays and why, and what is done all the same where it is ticked. */
export function RewindDialog({ session, asked, onGoOn, onCancel }: RewindDialogProps) {
  const { request, plan, problem, isRunning } = asked;
  const [wantsFiles, setWantsFiles] = useState(true);
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const withFiles = wantsFiles && plan?.noFiles === undefined;
  const toggle = (path: string) => {
    const next = new Set(confirmed);
    if (!next.delete(path)) next.add(path);
    setConfirmed(next);
  };
  const verb = VERBS[request.kind];
  return (
    <Dialog
      title={dialogTitle(request, plan)}
      size="large"
      open
      onOpenChange={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            variant="primary"
            disabled={plan === undefined || isRunning}
            aria-busy={isRunning}
            onClick={() => onGoOn({ withFiles, confirmed: withFiles ? [...confirmed] : [] })}
          >
            {plan?.isRunning ? `Stop and ${verb.toLowerCase()}` : verb}
          </Button>
        </>
      }
    >
      {problem === undefined ? undefined : (
        <Banner level="error">
          <VisibleText text={problem} />
        </Banner>
      )}
      {plan === undefined ? (
        <Spinner label="Looking at the files" />
      ) : (
        <>
          <Consequences request={request} plan={plan} />
          {request.kind === 'redo' ? undefined : (
            <FilesSwitch plan={plan} isOn={withFiles} onChange={() => setWantsFiles(!wantsFiles)} />
          )}
          {withFiles ? (
            <RewindFiles session={session} request={request} plan={plan} confirmed={confirmed} onToggle={toggle} />
          ) : undefined}
          {withFiles ? <Limits limits={plan.limits} /> : undefined}
        </>
      )}
    </Dialog>
  );
}

function dialogTitle({ kind }: RewindRequest, plan: RewindPlan | undefined): string {
  const verb = kind === 'redo' ? 'Redo what came after' : 'Rewind to before';
  return plan === undefined ? 'Rewind' : `${verb} “${plan.title}”?`;
}

/** Description of the consequences for the conversation. */
function Consequences({ request: { kind }, plan }: { readonly request: RewindRequest; readonly plan: RewindPlan }) {
  const { messages, isRunning, waiting, headMoved } = plan;
  const folded = `The conversation goes on from before this message. ${plural(messages, 'message')} and what came of ${messages === 1 ? 'it' : 'them'} stay here, folded, and Redo brings all of it back.`;
  const edited = ' The text of the message comes back to its field.';
  return (
    <>
      <p>
        {kind === 'redo'
          ? `${plural(messages, 'message')} and what came of ${messages === 1 ? 'it' : 'them'} are part of the conversation again.`
          : `${folded}${kind === 'edit' ? edited : ''}`}
      </p>
      {isRunning ? <Banner level="warning">Something runs in this session. It is stopped first.</Banner> : undefined}
      {waiting > 0 ? (
        <Banner level="info">
          {plural(waiting, 'message')} that {waiting === 1 ? 'waits is' : 'wait are'} not sent. They stay in the
          conversation to be read.
        </Banner>
      ) : undefined}
      {headMoved === undefined ? undefined : (
        <Banner level="info">
          <VisibleText text={`${headWords(headMoved)}: git is left alone.`} />
        </Banner>
      )}
    </>
  );
}

interface FilesSwitchProps {
  readonly plan: RewindPlan;
  readonly isOn: boolean;
  readonly onChange: () => void;
}

function FilesSwitch({ plan: { noFiles }, isOn, onChange }: FilesSwitchProps) {
  return (
    <>
      <label className={styles.switch}>
        <input type="checkbox" checked={isOn} disabled={noFiles !== undefined} onChange={onChange} />
        Restore the files as well
      </label>
      {noFiles === undefined ? undefined : (
        <p className={styles.note}>
          <VisibleText text={noFiles} />
        </p>
      )}
    </>
  );
}

function Limits({ limits }: Pick<RewindPlan, 'limits'>) {
  if (limits.length === 0) return undefined;
  return (
    <details className={styles.limits}>
      <summary>What is not covered ({limits.length})</summary>
      <ul>
        {limits.map((limit) => (
          <li key={limit}>
            <VisibleText text={limit} />
          </li>
        ))}
      </ul>
    </details>
  );
}
