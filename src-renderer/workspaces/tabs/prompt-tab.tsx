import { useEffect, useState } from 'react';
import type { AgentDetail, FileProblem, PromptPiece } from '#contract';
import { useApi, useConnection } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ScrollBlock } from '../../ui/scroll-block.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { EditPart, useEditing } from '../files/edit-part.tsx';
import { FileEditor } from '../files/file-editor.tsx';
import { fileProblemPlace, ORIGINS, tokenWords } from '../workspace-words.ts';
import styles from '../workspaces.module.css';

interface PromptText {
  readonly pieces: readonly PromptPiece[];
  readonly problem?: FileProblem | undefined;
}

/** Additions of the workspace to the system prompt, piece by piece, each with its origin. */
export function PromptTab({ detail }: { readonly detail: AgentDetail }) {
  const { prompt, failure } = useWorkspacePrompt(detail);
  if (failure !== undefined) return <Banner level="error">{failure}</Banner>;
  if (!prompt) return <Spinner label="Making the system prompt" />;
  const { systemFile, agentsFile } = detail;
  const files = prompt.pieces.map(({ file }) => file);
  // A file that makes no piece, such as one that fails, can be edited all the same.
  const silent = [systemFile, agentsFile].flatMap((file) => (file !== undefined && !files.includes(file) ? file : []));
  return (
    <div className={styles.pane}>
      <p className={styles.fact}>
        It follows what Sigma Shell says of itself, and comes before the prompt of the first profile.
      </p>
      {prompt.problem ? (
        <Banner level="warning">
          <VisibleText text={`${fileProblemPlace(prompt.problem)}: ${prompt.problem.message}`} />
        </Banner>
      ) : undefined}
      {prompt.pieces.map((piece) => (
        <section
          key={`${piece.origin} ${piece.file}`}
          aria-label={`Text from ${ORIGINS[piece.origin] ?? piece.origin}`}
          className={styles.card}
        >
          <Piece detail={detail} piece={piece} />
        </section>
      ))}
      {silent.map((file) => (
        <section key={file} aria-label={`Nothing from ${file}`} className={styles.card}>
          <EditablePrompt detail={detail} file={file} words="It adds nothing to the prompt." />
        </section>
      ))}
      <NewFiles detail={detail} />
    </div>
  );
}

/** The prompt as it is now; made again when a part of the workspace is another. */
function useWorkspacePrompt({ path, state, version, skillList }: AgentDetail) {
  const api = useApi();
  const { epoch } = useConnection();
  const [prompt, setPrompt] = useState<PromptText | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const skills = skillList.map(({ folder, isOn }) => `${folder} ${isOn}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is made anew when a part of it, or the connection, is another.
  useEffect(() => {
    const ending = new AbortController();
    api.workspaces.systemPrompt({ path }, { signal: ending.signal }).then(
      (next) => {
        if (ending.signal.aborted) return;
        setPrompt(next);
        setFailure(undefined);
      },
      (error: unknown) => ending.signal.aborted || setFailure(errorText(error)),
    );
    return () => ending.abort();
  }, [api, epoch, path, state, version, skills]);
  return { prompt, failure };
}

function Piece({ detail, piece }: { readonly detail: AgentDetail; readonly piece: PromptPiece }) {
  const { origin, file, text, tokens } = piece;
  const words = `Text from ${file ?? ORIGINS[origin]}, ${tokenWords(tokens)}`;
  return (
    <>
      {file === undefined ? (
        <p className={styles.fact}>{words}</p>
      ) : (
        <EditablePrompt detail={detail} file={file} words={words} />
      )}
      <ScrollBlock label={`Prompt of ${file ?? ORIGINS[origin]}`} className={styles.code}>
        <VisibleText text={text} />
      </ScrollBlock>
    </>
  );
}

interface EditablePromptProps {
  readonly detail: AgentDetail;
  readonly file: string;
  readonly words: string;
}

function EditablePrompt({ detail: { path, version, problemList: problems }, file, words }: EditablePromptProps) {
  const editing = useEditing(path, file);
  return (
    <>
      <div className={styles.heading}>
        <p className={styles.said}>{words}</p>
        <EditPart name={file} editing={editing} />
      </div>
      {editing.isOpen ? (
        <FileEditor path={path} file={file} version={version} problems={problems} visit={editing.visit} />
      ) : undefined}
    </>
  );
}

const AGENTS_FILE = 'AGENTS.md';

function NewFiles({ detail: { path, systemFile, agentsFile } }: { readonly detail: AgentDetail }) {
  const api = useApi();
  const doing = useAsyncAction();
  const system = (language: 'python' | 'typescript') =>
    doing.run(() => api.workspaces.newSystemFile({ path, language }));
  const agents = () =>
    doing.run(() => api.workspaces.writeFile({ path, file: AGENTS_FILE, text: '# How to work here\n' }));
  return (
    <>
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      <div className={styles.buttons}>
        {systemFile === undefined ? (
          <>
            <Button size="small" disabled={doing.isBusy} onClick={() => system('python')}>
              New systems/system.py
            </Button>
            <Button size="small" disabled={doing.isBusy} onClick={() => system('typescript')}>
              New systems/system.ts
            </Button>
          </>
        ) : undefined}
        {agentsFile === undefined ? (
          <Button size="small" disabled={doing.isBusy} onClick={agents}>
            New AGENTS.md
          </Button>
        ) : undefined}
      </div>
    </>
  );
}
