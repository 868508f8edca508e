import { useState } from 'react';
import type { AgentDetail } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useNavigation } from '../../state/navigation.tsx';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import styles from '../workspaces.module.css';
import { NewPart } from './new-part.tsx';
import { WorkspaceToolCard } from './tool-card.tsx';

/** The tools of a workspace as models see them, and what keeps one from running. */
export function ToolsTab({ detail }: { readonly detail: AgentDetail }) {
  const api = useApi();
  const doing = useAsyncAction();
  const { open } = useNavigation();
  const [made, setMade] = useState<string | undefined>(undefined);
  const { path, toolList, noPython, requirements } = detail;
  const newTool = (language: 'python' | 'typescript') => (name: string) =>
    api.workspaces.newTool({ path, name, language });
  return (
    <div className={styles.pane}>
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      {noPython === undefined ? undefined : (
        <Banner
          level="warning"
          actions={
            <>
              <Button
                size="small"
                disabled={doing.isBusy}
                onClick={() => doing.run(() => api.workspaces.restart({ path }))}
              >
                Look again
              </Button>
              <Button size="small" onClick={() => open('settings', 'workspaces')}>
                Choose a Python
              </Button>
            </>
          }
        >
          {noPython}
        </Banner>
      )}
      {requirements && !requirements.isInstalled && detail.state === 'ready' ? (
        <div className={styles.buttons}>
          <span>{requirements.file} names packages that are not installed.</span>
          <Button
            size="small"
            disabled={doing.isBusy}
            onClick={() => doing.run(() => api.workspaces.install({ path }))}
          >
            Install
          </Button>
        </div>
      ) : undefined}
      <NewPart
        workspace={path}
        label="Name of a new tool"
        ways={{ 'New Python tool': newTool('python'), 'New TypeScript tool': newTool('typescript') }}
        onMade={setMade}
      />
      {toolList.length === 0 ? (
        <EmptyState icon="tool" title="No tools" text="Files of the folder tools are listed here." />
      ) : (
        <ul className={styles.cards} aria-label="Tools">
          {toolList.map((tool) => (
            <li key={tool.file} className={styles.card}>
              <WorkspaceToolCard detail={detail} tool={tool} isNew={tool.file === made} />
            </li>
          ))}
        </ul>
      )}
      <ToolOptions detail={detail} />
    </div>
  );
}

function ToolOptions({ detail: { path, offersOwnTools, hasRichSchemas } }: { readonly detail: AgentDetail }) {
  const api = useApi();
  const doing = useAsyncAction();
  const set = (options: { readonly offersOwnTools?: boolean; readonly hasRichSchemas?: boolean }) =>
    doing.run(() => api.workspaces.setOptions({ path, ...options }));
  return (
    <>
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={offersOwnTools}
          onChange={({ target }) => set({ offersOwnTools: target.checked })}
        />
        Offer Sigma Shell’s own tools as well
      </label>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={hasRichSchemas}
          onChange={({ target }) => set({ hasRichSchemas: target.checked })}
        />
        Say more in schemas of Python tools: items, choices and defaults
      </label>
    </>
  );
}
