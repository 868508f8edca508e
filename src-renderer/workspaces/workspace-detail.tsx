import { useState } from 'react';
import type { AgentDetail, AgentWorkspace } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { useNavigation } from '../state/navigation.tsx';
import { useChosenSession } from '../state/shown-session.ts';
import { type Doing, useDoing } from '../state/use-doing.ts';
import { useLive } from '../state/use-live.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { FilesTab } from './files-tab.tsx';
import { PromptTab } from './prompt-tab.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { SchedulesTab, SkillsTab } from './skills-tab.tsx';
import { ToolsTab } from './tools-tab.tsx';
import { stateWords } from './workspace-words.ts';
import styles from './workspaces.module.css';

/** One workspace: its state, what it would run, and what it has. */
export function WorkspaceDetail({ workspace }: { readonly workspace: AgentWorkspace }) {
  const doing = useDoing();
  return (
    <div className={styles.detail}>
      <Head workspace={workspace} doing={doing} />
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      {workspace.isOpen ? <Opened path={workspace.path} /> : undefined}
    </div>
  );
}

function Head({ workspace, doing }: { readonly workspace: AgentWorkspace; readonly doing: Doing }) {
  const api = useApi();
  const { open } = useNavigation();
  const [, choose] = useChosenSession();
  const [isForgetting, setIsForgetting] = useState(false);
  const { path, name, isOpen, reason, hasNetwork, state } = workspace;
  const words = stateWords(workspace);
  const newSession = async () => {
    choose((await api.sessions.create({ workspace: path })).id);
    open('sessions');
  };
  const runs = state === 'ready' || state === 'starting' || state === 'failed';
  return (
    <header className={styles.head}>
      <div className={styles.heading}>
        <h2 className={styles.title}>
          <VisibleText text={name} />
        </h2>
        <Badge tone={words.tone}>{words.text}</Badge>
        {hasNetwork && runs ? <Badge tone="info">with network</Badge> : undefined}
      </div>
      <p className={styles.path}>
        <VisibleText text={path} />
      </p>
      {reason === undefined ? undefined : (
        <p className={styles.problem}>
          <VisibleText text={reason} />
        </p>
      )}
      <div className={styles.buttons}>
        {isOpen ? (
          <>
            <Button size="small" variant="primary" disabled={doing.isBusy} onClick={() => doing.run(newSession)}>
              New session
            </Button>
            {runs ? (
              <>
                <Button size="small" onClick={() => doing.run(() => api.workspaces.restart({ path }))}>
                  Restart
                </Button>
                <Button size="small" onClick={() => doing.run(() => api.workspaces.restrict({ path }))}>
                  Restrict
                </Button>
              </>
            ) : undefined}
            <Button size="small" onClick={() => doing.run(() => api.workspaces.close({ path }))}>
              Close
            </Button>
          </>
        ) : (
          <Button size="small" variant="primary" onClick={() => doing.run(() => api.workspaces.open({ path }))}>
            Open
          </Button>
        )}
        <Button size="small" variant="ghost" onClick={() => setIsForgetting(true)}>
          Forget
        </Button>
      </div>
      <ConfirmDialog
        title={`Forget ${name}?`}
        isOpen={isForgetting}
        onOpenChange={setIsForgetting}
        confirm="Forget it"
        onConfirm={() => {
          setIsForgetting(false);
          doing.run(() => api.workspaces.forget({ path }));
        }}
      >
        It is taken from this list with your trust in it, and what runs of it ends. Its files stay where they are.
      </ConfirmDialog>
    </header>
  );
}

function Opened({ path }: { readonly path: string }) {
  const live = useLive((api, signal) => api.workspaces.detail({ path }, { signal }), [path]);
  const [tab, setTab] = useState('tools');
  if (live.status === 'loading') return <Spinner label="Reading the workspace" />;
  if (live.status === 'failed') return <Banner level="error">{live.error.message}</Banner>;
  const detail = live.value;
  const isUntrusted = detail.state === 'restricted' || detail.state === 'changed';
  return (
    <>
      {isUntrusted ? <ReviewPanel path={path} state={detail.state} /> : undefined}
      <Problems detail={detail} />
      <Tabs
        label="Parts of the workspace"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'tools', label: `Tools (${detail.toolList.length})`, content: <ToolsTab detail={detail} /> },
          { id: 'skills', label: `Skills (${detail.skillList.length})`, content: <SkillsTab detail={detail} /> },
          {
            id: 'schedules',
            label: `Schedules (${detail.taskList.length})`,
            content: <SchedulesTab detail={detail} />,
          },
          { id: 'prompt', label: 'System prompt', content: <PromptTab detail={detail} /> },
          { id: 'files', label: 'Files', content: <FilesTab path={path} /> },
        ]}
      />
    </>
  );
}

function Problems({ detail: { problemList } }: { readonly detail: AgentDetail }) {
  if (problemList.length === 0) return undefined;
  return (
    <ul className={styles.review} aria-label="Problems">
      {problemList.map(({ file, line, message }) => (
        <li key={`${file} ${line} ${message}`} className={styles.problem}>
          <VisibleText text={`${line === undefined ? file : `${file}:${line}`}: ${message}`} />
        </li>
      ))}
    </ul>
  );
}
