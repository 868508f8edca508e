import { useState } from 'react';
import type { Branch, SessionSummary } from '#contract';
import { boardOrder, branchName, isWorking } from '#contract/branch-words';
import { useApi } from '../../api/api-context.tsx';
import { PackDialog } from '../../packing/pack-dialog.tsx';
import { imageTarget } from '../../state/image-target.ts';
import { useNavigation } from '../../state/navigation.tsx';
import { type AsyncAction, useAsyncAction } from '../../state/use-async-action.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { BranchCard } from './branch-card.tsx';
import styles from './branches.module.css';
import { CompareBranches, type CompareBranchesProps } from './compare-branches.tsx';

export interface BranchBoardProps {
  /** Session in which the question about taking a branch is asked. */
  readonly session: SessionSummary;
  /** The newest first. */
  readonly branches: readonly Branch[];
  readonly onTake: CompareBranchesProps['onTake'];
  readonly onClose: () => void;
}

/** The branches of a folder side by side: what each came to, and what can be done with it. */
export function BranchBoard({ session, branches, onTake, onClose }: BranchBoardProps) {
  const api = useApi();
  const { open } = useNavigation();
  const doing = useAsyncAction();
  const [compared, setCompared] = useState<readonly string[] | undefined>(undefined);
  const [packed, setPacked] = useState<Branch | undefined>(undefined);
  const ordered = boardOrder(branches);
  const here = ordered.filter(({ isDropped }) => !isDropped);
  const dropped = ordered.filter(({ isDropped }) => isDropped);
  const whole = here.filter(({ method }) => method !== undefined);
  const card = (branch: Branch) => (
    <BranchCard
      key={branch.id}
      branch={branch}
      onAct={(work) => doing.run(() => work(api))}
      onCompare={() => setCompared([branch.id])}
      onPack={() => setPacked(branch)}
      onOpen={(id) => {
        onClose();
        open('sessions', id);
      }}
    />
  );
  if (compared !== undefined) {
    const shown = whole.filter(({ id }) => compared.includes(id));
    return (
      <CompareBranches session={session} branches={shown} onTake={onTake} onClose={() => setCompared(undefined)} />
    );
  }
  if (packed !== undefined) {
    const read = (image: string) => {
      onClose();
      open('workspaces', imageTarget(image));
    };
    return (
      <PackDialog
        folder={packed.folder}
        image={branchImage(packed)}
        onRead={read}
        onClose={() => setPacked(undefined)}
      />
    );
  }
  return (
    <Dialog
      open
      title="Branches"
      size="large"
      description="Each is a copy of the folder. Nothing of it is in the folder until you take it."
      onOpenChange={onClose}
      actions={
        <>
          <StopAll branches={here.filter(isWorking)} doing={doing} />
          <Button
            variant="primary"
            disabled={whole.length === 0}
            onClick={() => setCompared(whole.slice(0, 8).map(({ id }) => id))}
          >
            Compare all
          </Button>
        </>
      }
    >
      {doing.problem === undefined ? undefined : (
        <Banner level="error" onDismiss={doing.dismiss}>
          {doing.problem}
        </Banner>
      )}
      <ul className={styles.board} aria-label="Branches">
        {here.map(card)}
      </ul>
      {dropped.length === 0 ? undefined : (
        <>
          <h3>Dropped</h3>
          <ul className={styles.board} aria-label="Dropped branches">
            {dropped.map(card)}
          </ul>
        </>
      )}
    </Dialog>
  );
}

interface StopAllProps {
  readonly branches: readonly Branch[];
  readonly doing: AsyncAction;
}

function StopAll({ branches, doing }: StopAllProps) {
  const api = useApi();
  if (branches.length < 2) return undefined;
  const stop = () => Promise.all(branches.map(({ id }) => api.branches.stop({ branch: id })));
  return <Button onClick={() => doing.run(stop)}>Stop all</Button>;
}

/** Path of an image of a branch, beside the folder that the branch is a copy of. */
function branchImage(branch: Branch): string {
  const name = branchName(branch).replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
  return `${branch.workspace}-${name}.squashfs`;
}
