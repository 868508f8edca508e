import { useEffect, useState } from 'react';
import type { AgentDetail, FileProblem, PromptPiece } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';
import { Banner } from '../ui/banner.tsx';
import { ScrollBlock } from '../ui/scroll-block.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { ORIGINS, tokenWords } from './workspace-words.ts';
import styles from './workspaces.module.css';

interface Prompt {
  readonly pieces: readonly PromptPiece[];
  readonly problem?: FileProblem | undefined;
}

/** What the workspace adds to the system prompt, piece by piece, with whose words each is. */
export function PromptTab({ detail }: { readonly detail: AgentDetail }) {
  const api = useApi();
  const { path, state, systemFile, agentsFile, skillList } = detail;
  const [prompt, setPrompt] = useState<Prompt | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const parts = JSON.stringify([state, systemFile, agentsFile, skillList]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is made anew when a part of it is another.
  useEffect(() => {
    api.workspaces.systemPrompt({ path }).then(
      (next) => {
        setPrompt(next);
        setFailure(undefined);
      },
      (error: unknown) => setFailure(errorText(error)),
    );
  }, [api, path, parts]);
  if (failure !== undefined) return <Banner level="error">{failure}</Banner>;
  if (!prompt) return <Spinner label="Making the system prompt" />;
  return (
    <div className={styles.pane}>
      <p className={styles.fact}>
        It follows what Sigma Shell says of itself, and comes before the prompt of the first profile.
      </p>
      {prompt.problem ? (
        <Banner level="warning">
          <VisibleText text={`${prompt.problem.file}: ${prompt.problem.message}`} />
        </Banner>
      ) : undefined}
      {prompt.pieces.map(({ origin, file, text, tokens }) => (
        <section key={`${origin} ${file}`} aria-label={`Words of ${ORIGINS[origin] ?? origin}`} className={styles.card}>
          <p className={styles.fact}>
            Words of {file ?? ORIGINS[origin]}, {tokenWords(tokens)}
          </p>
          <ScrollBlock label={`Prompt of ${file ?? ORIGINS[origin]}`} className={styles.code}>
            <VisibleText text={text} />
          </ScrollBlock>
        </section>
      ))}
    </div>
  );
}
