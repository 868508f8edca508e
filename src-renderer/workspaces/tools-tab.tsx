import { useState } from 'react';
import type { AgentDetail, AgentTool, FileProblem } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { TryTool } from '../forms/try-tool.tsx';
import { useDoing } from '../state/use-doing.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ScrollBlock } from '../ui/scroll-block.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { TOOL_STATES, tokenWords } from './workspace-words.ts';
import styles from './workspaces.module.css';

/** The tools of a workspace as models see them, and what keeps one from running. */
export function ToolsTab({ detail }: { readonly detail: AgentDetail }) {
  const api = useApi();
  const doing = useDoing();
  const { path, toolList, noPython, requirements, offersOwnTools, hasRichSchemas } = detail;
  const install = () => doing.run(() => api.workspaces.install({ path }));
  return (
    <div className={styles.pane}>
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      {noPython === undefined ? undefined : <Banner level="warning">{noPython}</Banner>}
      {requirements && !requirements.isInstalled && detail.state === 'ready' ? (
        <div className={styles.buttons}>
          <span>{requirements.file} names packages that are not installed.</span>
          <Button size="small" disabled={doing.isBusy} onClick={install}>
            Install
          </Button>
        </div>
      ) : undefined}
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={offersOwnTools}
          onChange={({ target }) =>
            doing.run(() => api.workspaces.setOptions({ path, offersOwnTools: target.checked }))
          }
        />
        Offer Sigma Shell’s own tools as well
      </label>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={hasRichSchemas}
          onChange={({ target }) =>
            doing.run(() => api.workspaces.setOptions({ path, hasRichSchemas: target.checked }))
          }
        />
        Say more in schemas of Python tools: items, choices and defaults
      </label>
      {toolList.length === 0 ? (
        <EmptyState
          icon="tool"
          title="No tools"
          text="Files of the folder tools are listed here. Make one under Files."
        />
      ) : (
        <ul className={styles.cards} aria-label="Tools">
          {toolList.map((tool) => (
            <li key={tool.file} className={styles.card}>
              <ToolCard path={path} tool={tool} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ToolCard({ path, tool }: { readonly path: string; readonly tool: AgentTool }) {
  const api = useApi();
  const doing = useDoing();
  const [isTrying, setIsTrying] = useState(false);
  const { name, file, description, state, parameters, tokens, problem, missingModule } = tool;
  const isGood = state === 'ready' || state === 'listed';
  return (
    <>
      <div className={styles.heading}>
        <h3 className={styles.cardName}>{name}</h3>
        <Badge tone={isGood ? 'neutral' : 'warning'}>{TOOL_STATES[state]}</Badge>
        {missingModule === undefined ? undefined : (
          <Button
            size="small"
            disabled={doing.isBusy}
            aria-label={`Install ${missingModule} for ${name}`}
            onClick={() => doing.run(() => api.workspaces.install({ path, module: missingModule }))}
          >
            Install {missingModule}
          </Button>
        )}
        {parameters ? (
          <Button
            size="small"
            aria-expanded={isTrying}
            aria-label={`Try ${name}`}
            onClick={() => setIsTrying(!isTrying)}
          >
            Try it
          </Button>
        ) : undefined}
      </div>
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      <p className={styles.fact}>
        <VisibleText text={file} />
        {tokens === undefined ? '' : `, ${tokenWords(tokens)} in each request`}
      </p>
      {problem ? <Problem problem={problem} /> : undefined}
      <p>
        <VisibleText text={description === '' ? 'It does not say what it does.' : description} />
      </p>
      {parameters ? <Schema name={name} parameters={parameters} /> : undefined}
      {isTrying && parameters ? (
        <TryTool
          tool={{ name, parameters }}
          onCall={(args, signal) => api.workspaces.tryTool({ path, tool: name, arguments: args }, { signal })}
        />
      ) : undefined}
    </>
  );
}

function Schema({ name, parameters }: { readonly name: string; readonly parameters: Record<string, unknown> }) {
  return (
    <details>
      <summary>Schema of {name}</summary>
      <ScrollBlock label={`Schema of ${name}`} className={styles.code}>
        <VisibleText text={JSON.stringify(parameters, undefined, 2)} />
      </ScrollBlock>
    </details>
  );
}

function Problem({ problem: { file, line, message } }: { readonly problem: FileProblem }) {
  return (
    <p className={styles.problem}>
      <VisibleText text={`${line === undefined ? file : `${file}:${line}`}: ${message}`} />
    </p>
  );
}
