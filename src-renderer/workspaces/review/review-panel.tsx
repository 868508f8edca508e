import { useRef, useState } from 'react';
import type { AgentDetail } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { giveFocus } from '../../ui/give-focus.ts';
import { Spinner } from '../../ui/spinner.tsx';
import styles from '../workspaces.module.css';
import { ReviewedFiles } from './reviewed-files.tsx';
import { useWorkspaceReview } from './use-workspace-review.ts';

export interface ReviewPanelProps {
  readonly detail: Pick<AgentDetail, 'path' | 'state' | 'version'>;
}

/** Review of what a workspace would run, to be read before it is trusted; for a trusted one, what has changed since. */
export function ReviewPanel({ detail: { path, state, version } }: ReviewPanelProps) {
  const api = useApi();
  const doing = useAsyncAction();
  const [isKept, setIsKept] = useState(false);
  const kept = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);
  const { review, problem, isStale, readAgain } = useWorkspaceReview(path, `${state} ${version}`);
  if (isKept) {
    return (
      <div className={styles.review}>
        <p>It is restricted: you can read it and talk in it, without its tools.</p>
        <div className={styles.buttons}>
          <Button ref={kept} size="small" onClick={() => setIsKept(false)}>
            What will run
          </Button>
        </div>
      </div>
    );
  }
  const trust = (network: boolean) =>
    doing.run(async () => {
      const place = panel.current?.parentElement;
      await api.workspaces.trust({ path, hash: review?.hash ?? '', network }).finally(readAgain);
      // The panel goes, and what it was about is below it.
      giveFocus(() => place?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]'));
    });
  const keep = () => {
    setIsKept(true);
    giveFocus(() => kept.current);
  };
  const canTrust = review !== undefined && review.problem === undefined && !isStale && !doing.isBusy;
  return (
    <section ref={panel} className={styles.review} aria-label="What will run">
      <h3 className={styles.title}>{state === 'changed' ? 'It has changed since you trusted it' : 'What will run'}</h3>
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      {isStale ? (
        <Banner
          level="warning"
          actions={
            <Button size="small" variant="primary" onClick={readAgain}>
              Read it again
            </Button>
          }
        >
          The folder was changed while you read this.
        </Banner>
      ) : undefined}
      {review === undefined ? (
        problem === undefined && <Spinner label="Reading what it would run" />
      ) : (
        <ReviewedFiles review={review} />
      )}
      <div className={styles.buttons}>
        <Button variant="primary" size="small" disabled={!canTrust} onClick={() => trust(false)}>
          Trust
        </Button>
        <Button size="small" disabled={!canTrust} onClick={() => trust(true)}>
          Trust with network
        </Button>
        <Button size="small" variant="ghost" onClick={keep}>
          Keep restricted
        </Button>
      </div>
    </section>
  );
}
