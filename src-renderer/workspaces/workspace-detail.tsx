import { useEffect, useState } from 'react';
import type { AgentDetail, AgentWorkspace } from '#contract';
import { usePreloadedEditor } from '../editor/editor-loader.tsx';
import { useAsyncAction } from '../state/use-async-action.ts';
import { useLive } from '../state/use-live.ts';
import { CallList } from '../tools/call-list.tsx';
import { DiagnosticsLog } from '../tools/diagnostics-log.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { FilesTab, type ShownFile } from './files/files-tab.tsx';
import { ReviewPanel } from './review/review-panel.tsx';
import { ChannelsTab } from './tabs/channels-tab.tsx';
import { PromptTab } from './tabs/prompt-tab.tsx';
import { SchedulesTab } from './tabs/schedules-tab.tsx';
import { SkillsTab } from './tabs/skills-tab.tsx';
import { SocketTab } from './tabs/socket-tab.tsx';
import type { TaskVisit } from './tabs/task-card.tsx';
import { ToolsTab } from './tabs/tools-tab.tsx';
import { WorkspaceHead, type WorkspaceHeadProps } from './workspace-head.tsx';
import { fileProblemPlace } from './workspace-words.ts';
import styles from './workspaces.module.css';

export interface WorkspaceDetailProps {
  readonly workspace: AgentWorkspace;
  /** The person was sent to its tasks, or to one of them. */
  readonly visit?: TaskVisit | undefined;
  /** Called where the person goes on to another part. */
  readonly endVisit: () => void;
  /** Origin from an image, and the actions on it. */
  readonly ofImage: WorkspaceHeadProps['ofImage'];
}

/** One workspace: its state, what it would run, and what it has. */
export function WorkspaceDetail({ workspace, visit, endVisit, ofImage }: WorkspaceDetailProps) {
  const doing = useAsyncAction();
  return (
    <div className={styles.detail}>
      <WorkspaceHead workspace={workspace} doing={doing} ofImage={ofImage} />
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      {workspace.isOpen ? <OpenedWorkspace path={workspace.path} visit={visit} endVisit={endVisit} /> : undefined}
    </div>
  );
}

type VisitProps = Pick<WorkspaceDetailProps, 'visit' | 'endVisit'>;

function OpenedWorkspace({ path, ...visited }: { readonly path: string } & VisitProps) {
  const live = useLive((api, signal) => api.workspaces.detail({ path }, { signal }), [path]);
  if (live.status === 'loading') return <Spinner label="Reading the workspace" />;
  if (live.status === 'failed') return <Banner level="error">{live.error.message}</Banner>;
  return <Parts detail={live.value} {...visited} />;
}

function Parts({ detail, visit, endVisit }: { readonly detail: AgentDetail } & VisitProps) {
  usePreloadedEditor();
  const [tab, setTab] = useState('tools');
  useEffect(() => {
    if (visit !== undefined) setTab('schedules');
  }, [visit]);
  const [shown, setShown] = useState<ShownFile | undefined>(undefined);
  const isUntrusted = detail.state === 'restricted' || detail.state === 'changed';
  const { path, name, toolList, skillList, taskList } = detail;
  const goTo = (part: string) => {
    setTab(part);
    endVisit();
  };
  const edit = (file: ShownFile) => {
    setShown(file);
    goTo('files');
  };
  return (
    <>
      {isUntrusted ? <ReviewPanel detail={detail} /> : undefined}
      <WorkspaceProblems detail={detail} onEdit={edit} />
      <Tabs
        label="Parts of the workspace"
        value={tab}
        onChange={goTo}
        tabs={[
          { id: 'tools', label: `Tools (${toolList.length})`, content: <ToolsTab detail={detail} /> },
          { id: 'skills', label: `Skills (${skillList.length})`, content: <SkillsTab detail={detail} /> },
          {
            id: 'schedules',
            label: `Schedules (${taskList.length})`,
            content: <SchedulesTab detail={detail} visit={visit} />,
          },
          { id: 'channels', label: 'Channels', content: <ChannelsTab path={path} /> },
          { id: 'socket', label: 'Session socket', content: <SocketTab detail={detail} /> },
          { id: 'prompt', label: 'System prompt', content: <PromptTab detail={detail} /> },
          { id: 'files', label: 'Files', content: <FilesTab detail={detail} shown={shown} onShow={setShown} /> },
          { id: 'calls', label: 'Last calls', content: <WorkspaceCalls path={path} /> },
          { id: 'stderr', label: 'Diagnostics', content: <WorkspaceDiagnostics path={path} name={name} /> },
        ]}
      />
    </>
  );
}

function WorkspaceCalls({ path }: { readonly path: string }) {
  const live = useLive((api, signal) => api.workspaces.calls({ path }, { signal }), [path]);
  return <CallList live={live} />;
}

function WorkspaceDiagnostics({ path, name }: { readonly path: string; readonly name: string }) {
  const live = useLive((api, signal) => api.workspaces.stderr({ path }, { signal }), [path]);
  return <DiagnosticsLog live={live} name={name} />;
}

interface ProblemsProps {
  readonly detail: AgentDetail;
  readonly onEdit: (file: ShownFile) => void;
}

function WorkspaceProblems({ detail: { problemList }, onEdit }: ProblemsProps) {
  if (problemList.length === 0) return undefined;
  return (
    <ul className={styles.review} aria-label="Problems">
      {problemList.map((problem) => (
        <li key={`${fileProblemPlace(problem)} ${problem.message}`} className={styles.problemRow}>
          <span className={styles.problem}>
            <VisibleText text={`${fileProblemPlace(problem)}: ${problem.message}`} />
          </span>
          <Button
            size="small"
            aria-label={`Edit ${fileProblemPlace(problem)}`}
            onClick={() => onEdit({ file: problem.file, line: problem.line })}
          >
            Edit
          </Button>
        </li>
      ))}
    </ul>
  );
}
