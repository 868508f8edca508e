import { useState } from 'react';
import type { SessionSummary } from '#contract';
import { branchName, isWorking } from '#contract/branch-words';
import { useApi } from '../../api/api-context.tsx';
import { failureText } from '../../state/error-text.ts';
import { useNavigation } from '../../state/navigation.tsx';
import { useProblemOf } from '../../state/use-problem-of.ts';
import { announce } from '../../ui/announce.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { lastName } from '../../ui/last-name.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { BranchBoard } from './branch-board.tsx';
import styles from './branches.module.css';
import type { PathsToTake } from './compare-branches.tsx';
import { useBranchesHere } from './use-branches.ts';

/** Says that a session works in a branch, and leads to the branches of its folder. Nothing if there are none. */
export function BranchLine({ session }: { readonly session: SessionSummary | undefined }) {
  const { own, all } = useBranchesHere(session);
  const [isOpen, setOpen] = useState(false);
  const { problem, take, dismiss } = useTaking(session?.id ?? '', () => setOpen(false));
  if (session === undefined || (all.length === 0 && !isOpen)) return undefined;
  const running = all.filter(isWorking).length;
  return (
    <section className={styles.line} aria-label="Branches of this folder">
      {own === undefined ? undefined : (
        <span title={own.workspace}>
          In a branch of <VisibleText text={lastName(own.workspace)} />: {branchName(own)}
        </span>
      )}
      <Button size="small" onClick={() => setOpen(true)}>
        {plural(all.length, 'branch', 'branches')}
        {running > 0 ? `, ${running} running` : ''}
      </Button>
      {problem === undefined ? undefined : (
        <Banner level="error" onDismiss={dismiss}>
          <VisibleText text={problem} />
        </Banner>
      )}
      {isOpen ? (
        <BranchBoard session={session} branches={all} onTake={take} onClose={() => setOpen(false)} />
      ) : undefined}
    </section>
  );
}

/** Takes paths through the review in Changes; what keeps it from being asked is said where it was begun. */
function useTaking(session: string, close: () => void) {
  const api = useApi();
  const { open, viewNow } = useNavigation();
  const [problem, setProblem] = useProblemOf(session);
  const take = (of: readonly PathsToTake[]) => {
    close();
    setProblem(undefined);
    open('changes');
    // Answered when all is decided.
    api.branches.take({ session, of: [...of] }).then(
      ({ paths }) => announce(`${plural(paths.filter(({ outcome }) => outcome === 'done').length, 'path')} taken`),
      (error: unknown) => {
        const text = failureText('Nothing was taken', error);
        setProblem(text);
        // The person may be typing elsewhere by then.
        if (viewNow() === 'changes') open('sessions', session);
        else announce(text);
      },
    );
  };
  return { problem, take, dismiss: () => setProblem(undefined) };
}
