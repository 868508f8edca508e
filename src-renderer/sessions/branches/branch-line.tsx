import { useState } from 'react';
import type { SessionSummary } from '#contract';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { BranchBoard } from './branch-board.tsx';
import { branchName, folderName, isWorking } from './branch-words.ts';
import styles from './branches.module.css';
import { useBranchesHere } from './use-branches.ts';

/** Says that a session works in a branch, and leads to the branches of its folder. Nothing where there are none. */
export function BranchLine({ session }: { readonly session: SessionSummary | undefined }) {
  const { own, all } = useBranchesHere(session);
  const [isOpen, setOpen] = useState(false);
  if (session === undefined || (all.length === 0 && !isOpen)) return undefined;
  const running = all.filter(isWorking).length;
  return (
    <section className={styles.line} aria-label="Branches of this folder">
      {own === undefined ? undefined : (
        <span title={own.workspace}>
          In a branch of <VisibleText text={folderName(own.workspace)} />: {branchName(own)}
        </span>
      )}
      <Button size="small" onClick={() => setOpen(true)}>
        {plural(all.length, 'branch', 'branches')}
        {running > 0 ? `, ${running} running` : ''}
      </Button>
      {isOpen ? <BranchBoard session={session} branches={all} onClose={() => setOpen(false)} /> : undefined}
    </section>
  );
}
