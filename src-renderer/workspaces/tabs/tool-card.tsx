import { useState } from 'react';
import type { AgentDetail, AgentTool, FileProblem } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { TryTool } from '../../tools/try-tool.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ScrollBlock } from '../../ui/scroll-block.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { type EditorState, EditPart, useEditing } from '../files/edit-part.tsx';
import { FileEditor } from '../files/file-editor.tsx';
import { fileProblemPlace, TOOL_STATES, tokenWords } from '../workspace-words.ts';
import styles from '../workspaces.module.css';

export interface ToolCardProps {
  readonly detail: AgentDetail;
  readonly tool: AgentTool;
  /** Whether it was just created. */
  readonly isNew: boolean;
}

/** A tool as models see it: what keeps it from running, its code, a form to try it. */
export function WorkspaceToolCard({ detail, tool, isNew }: ToolCardProps) {
  const api = useApi();
  const doing = useAsyncAction();
  const { path, version, problemList: problems } = detail;
  const { name, file, description, parameters, tokens, problem, missingModule } = tool;
  const [isTrying, setIsTrying] = useState(false);
  const editing = useEditing(path, file, isNew);
  const install = () =>
    doing.run(() => api.workspaces.install({ path, ...(missingModule !== undefined && { module: missingModule }) }));
  return (
    <>
      <ToolCardHead
        tool={tool}
        editing={editing}
        isTrying={isTrying}
        setIsTrying={setIsTrying}
        onInstall={install}
        isBusy={doing.isBusy}
      />
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      <p className={styles.fact}>
        <VisibleText text={file} />
        {tokens === undefined ? '' : `, ${tokenWords(tokens)} in each request`}
      </p>
      {problem && !editing.isOpen ? <ToolProblem problem={problem} /> : undefined}
      <p>
        <VisibleText text={description === '' ? 'It has no description.' : description} />
      </p>
      {editing.isOpen ? (
        <FileEditor path={path} file={file} version={version} problems={problems} visit={editing.visit} />
      ) : undefined}
      {parameters ? <Schema name={name} parameters={parameters} isOpen={editing.isOpen} /> : undefined}
      {isTrying && parameters ? (
        <TryTool
          // The form is that of the schema.
          key={JSON.stringify(parameters)}
          tool={{ name, parameters }}
          keptAs={`workspace ${path} ${name}`}
          onCall={(args, signal) => api.workspaces.tryTool({ path, tool: name, arguments: args }, { signal })}
        />
      ) : undefined}
    </>
  );
}

interface HeadProps {
  readonly tool: AgentTool;
  readonly editing: EditorState;
  readonly isTrying: boolean;
  readonly setIsTrying: (isTrying: boolean) => void;
  /** Installs the module that it misses. */
  readonly onInstall: () => void;
  readonly isBusy: boolean;
}

function ToolCardHead({ tool, editing, isTrying, setIsTrying, onInstall, isBusy }: HeadProps) {
  const { name, state, parameters, missingModule } = tool;
  const isGood = state === 'ready' || state === 'listed';
  return (
    <div className={styles.heading}>
      <h3 className={styles.cardName}>{name}</h3>
      <Badge tone={isGood ? 'neutral' : 'warning'}>{TOOL_STATES[state]}</Badge>
      {missingModule === undefined ? undefined : (
        <Button size="small" disabled={isBusy} aria-label={`Install ${missingModule} for ${name}`} onClick={onInstall}>
          Install {missingModule}
        </Button>
      )}
      {parameters ? (
        <Button size="small" aria-expanded={isTrying} aria-label={`Try ${name}`} onClick={() => setIsTrying(!isTrying)}>
          Try it
        </Button>
      ) : undefined}
      <EditPart name={name} editing={editing} />
    </div>
  );
}

interface SchemaProps {
  readonly name: string;
  readonly parameters: Record<string, unknown>;
  /** Shown at once, as beside the code that it is made of. */
  readonly isOpen: boolean;
}

function Schema({ name, parameters, isOpen }: SchemaProps) {
  return (
    <details key={String(isOpen)} open={isOpen}>
      <summary>Schema of {name}</summary>
      <ScrollBlock label={`Schema of ${name}`} className={styles.code}>
        <VisibleText text={JSON.stringify(parameters, undefined, 2)} />
      </ScrollBlock>
    </details>
  );
}

function ToolProblem({ problem }: { readonly problem: FileProblem }) {
  return (
    <p className={styles.problem}>
      <VisibleText text={`${fileProblemPlace(problem)}: ${problem.message}`} />
    </p>
  );
}
