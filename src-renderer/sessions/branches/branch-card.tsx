import { type ReactNode, useState } from 'react';
import type { Api, Branch } from '#contract';
import { BRANCH_STATES, branchName, branchTestWords, isWorking } from '#contract/branch-words';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { plural } from '../../ui/format.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { usedWords } from './branch-words.ts';
import styles from './branches.module.css';

export interface BranchCardProps {
  readonly branch: Branch;
  readonly onAct: (work: (api: Api) => Promise<unknown>) => void;
  readonly onCompare: () => void;
  readonly onPack: () => void;
  readonly onOpen: (session: string) => void;
}

const TONES: Readonly<Partial<Record<Branch['state'], 'success' | 'danger' | 'warning' | 'accent'>>> = {
  done: 'success',
  failed: 'danger',
  'over-budget': 'warning',
  waiting: 'warning',
  running: 'accent',
  testing: 'accent',
};

/** One branch: who works in it, how it is, what it came to. */
export function BranchCard(props: BranchCardProps) {
  const { branch } = props;
  const name = branchName(branch);
  const used = usedWords(branch, Date.now());
  const test = branchTestWords(branch);
  return (
    <li className={styles.card} aria-label={name}>
      <div className={styles.head}>
        <strong>
          <VisibleText text={name} />
        </strong>
        <Badge tone={TONES[branch.state] ?? 'neutral'}>{BRANCH_STATES[branch.state]}</Badge>
        {branch.isKept ? <Badge>Kept</Badge> : undefined}
      </div>
      {used === '' ? undefined : <Note>{used}</Note>}
      {branch.line === '' ? undefined : (
        <div className={styles.words}>
          <VisibleText text={branch.line} />
        </div>
      )}
      {test === undefined ? undefined : (
        <Note>
          <VisibleText text={test} />
        </Note>
      )}
      {branch.taken === 0 ? undefined : <Note>{plural(branch.taken, 'path')} taken</Note>}
      {branch.changedWhileCopied.length === 0 ? undefined : (
        <Note>Changed while it was copied: {branch.changedWhileCopied.join(', ')}</Note>
      )}
      {branch.remarks.map((remark) => (
        <Note key={remark}>
          <VisibleText text={remark} />
        </Note>
      ))}
      <div className={styles.buttons}>{branch.isDropped ? <DroppedButtons {...props} /> : <Buttons {...props} />}</div>
    </li>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return <div className={styles.muted}>{children}</div>;
}

function Buttons({ branch, onAct, onCompare, onPack, onOpen }: BranchCardProps) {
  const { id, session, method, isKept } = branch;
  const isBusy = isWorking(branch);
  return (
    <>
      <span className={styles.group}>
        {session === undefined ? undefined : (
          <Button size="small" onClick={() => onOpen(session)}>
            Open session
          </Button>
        )}
        {isBusy ? (
          <Button size="small" onClick={() => onAct((api) => api.branches.stop({ branch: id }))}>
            Stop
          </Button>
        ) : undefined}
        {method === undefined ? undefined : (
          <Button size="small" onClick={onCompare}>
            Compare
          </Button>
        )}
      </span>
      {isBusy ? undefined : (
        <span className={styles.group}>
          {isKept ? undefined : (
            <Button size="small" onClick={() => onAct((api) => api.branches.keep({ branch: id }))}>
              Keep
            </Button>
          )}
          {method === undefined ? undefined : (
            <Button size="small" onClick={onPack}>
              Pack
            </Button>
          )}
          <Button size="small" onClick={() => onAct((api) => api.branches.drop({ branch: id }))}>
            Drop
          </Button>
        </span>
      )}
    </>
  );
}

function DroppedButtons({ branch, onAct }: BranchCardProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => onAct((api) => api.branches.restore({ branch: branch.id }))}>
        Restore
      </Button>
      <Button size="small" onClick={() => setAsking(true)}>
        Erase…
      </Button>
      <ConfirmDialog
        title={`Erase the branch ${branchName(branch)}?`}
        isOpen={isAsking}
        onOpenChange={setAsking}
        confirm="Erase"
        onConfirm={() => {
          setAsking(false);
          onAct((api) => api.branches.erase({ branch: branch.id }));
        }}
      >
        Its files are removed for good. What was recorded of it stays, and so does its session.
      </ConfirmDialog>
    </>
  );
}
