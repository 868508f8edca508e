import { useCallback, useEffect, useState } from 'react';
import type { AgentState, ReviewedFile, WorkspaceReview } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';
import { useDoing } from '../state/use-doing.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { plural } from '../ui/format.ts';
import { ScrollBlock } from '../ui/scroll-block.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './workspaces.module.css';

const ROLES: Readonly<Record<ReviewedFile['role'], string>> = {
  system: 'makes the system prompt',
  tool: 'a tool',
  module: 'may be imported',
  program: 'may be executed',
  requirements: 'names packages to install',
  interpreter: 'part of its own Python',
  instructions: 'told to models',
  skill: 'told to models when they read it',
  schedule: 'a task by the clock, off for now',
  other: 'not run',
};

/** What a workspace would run, to be read before it is trusted; of one that was trusted, what has changed since. */
export function ReviewPanel({ path, state }: { readonly path: string; readonly state: AgentState }) {
  const api = useApi();
  const doing = useDoing();
  const [review, setReview] = useState<WorkspaceReview | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isKept, setIsKept] = useState(false);
  const load = useCallback(() => {
    api.workspaces.review({ path }).then(
      (next) => {
        setReview(next);
        setProblem(undefined);
      },
      (error: unknown) => setProblem(errorText(error)),
    );
  }, [api, path]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the state is a change of what is to be read.
  useEffect(load, [load, state]);
  if (isKept) {
    return (
      <div className={styles.review}>
        <p>It is restricted: you can read it and talk in it, without its tools.</p>
        <div className={styles.buttons}>
          <Button size="small" onClick={() => setIsKept(false)}>
            What will run
          </Button>
        </div>
      </div>
    );
  }
  const trust = (network: boolean) =>
    doing.run(async () => {
      try {
        await api.workspaces.trust({ path, hash: review?.hash ?? '', network });
      } catch (error) {
        // What was read is not what is there.
        setReview(undefined);
        load();
        throw error;
      }
    });
  return (
    <section className={styles.review} aria-label="What will run">
      <h3 className={styles.title}>{state === 'changed' ? 'It has changed since you trusted it' : 'What will run'}</h3>
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      {review === undefined ? <Spinner label="Reading what it would run" /> : <Review review={review} />}
      <div className={styles.buttons}>
        <Button
          variant="primary"
          size="small"
          disabled={!review || review.problem !== undefined || doing.isBusy}
          onClick={() => trust(false)}
        >
          Trust
        </Button>
        <Button
          size="small"
          disabled={!review || review.problem !== undefined || doing.isBusy}
          onClick={() => trust(true)}
        >
          Trust with network
        </Button>
        <Button size="small" variant="ghost" onClick={() => setIsKept(true)}>
          Keep restricted
        </Button>
      </div>
    </section>
  );
}

function Review({ review }: { readonly review: WorkspaceReview }) {
  const { languages, wantsNetwork, files, unlisted, changes, problem } = review;
  return (
    <>
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      <p>
        {languages.length === 0 ? 'It has no code.' : `It runs ${languages.join(', ')}.`}{' '}
        {wantsNetwork ? (
          <span className={styles.warning}>Its code imports modules that use the network.</span>
        ) : (
          'It imports no module that is known to use the network.'
        )}{' '}
        Tools run in a box: they write in this folder alone, and cannot change its code or read your keys.
      </p>
      {changes.map(({ file, change, diff }) => (
        <div key={file}>
          <p>
            <code>
              <VisibleText text={file} />
            </code>{' '}
            was {change}
          </p>
          {diff === undefined ? undefined : (
            <ScrollBlock label={`Diff of ${file}`} className={styles.code}>
              <VisibleText text={diff} />
            </ScrollBlock>
          )}
        </div>
      ))}
      <ul className={styles.cards} aria-label="Files">
        {files.map((file) => (
          <li key={`${file.role} ${file.file}`}>
            <File file={file} />
          </li>
        ))}
      </ul>
      {unlisted === 0 ? undefined : <p className={styles.fact}>{plural(unlisted, 'more file')} are bound, too.</p>}
    </>
  );
}

function File({ file: { file, role, language, imports, hidden, firstLines } }: { readonly file: ReviewedFile }) {
  return (
    <details>
      <summary>
        <code>
          <VisibleText text={file} />
        </code>{' '}
        <span className={styles.fact}>{[language, ROLES[role]].filter(Boolean).join(', ')}</span>
        {hidden.length === 0 ? undefined : (
          <span className={styles.warning}> has characters that do not show: {hidden.join(', ')}</span>
        )}
      </summary>
      {imports.length === 0 ? undefined : (
        <p className={styles.fact}>
          Imports <VisibleText text={imports.join(', ')} />
        </p>
      )}
      {firstLines === undefined ? undefined : (
        <ScrollBlock label={`First lines of ${file}`} className={styles.code}>
          <VisibleText text={firstLines} />
        </ScrollBlock>
      )}
    </details>
  );
}
