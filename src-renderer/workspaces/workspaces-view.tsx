import { useEffect, useState } from 'react';
import type { AgentWorkspace, ImageSummary } from '#contract';
import { AgentOffer } from '../connect/agent-offer.tsx';
import { actionOf } from '../state/action-table.ts';
import { useActions } from '../state/actions.tsx';
import { imageOf } from '../state/image-target.ts';
import { NEW_AGENT, useNavigation } from '../state/navigation.tsx';
import { taskPlaceOf } from '../state/task-target.ts';
import { useKeptFirst } from '../state/use-kept-first.ts';
import { useLive } from '../state/use-live.ts';
import { useShownWorkspace } from '../state/workspaces.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListAndDetail } from '../ui/list-and-detail.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { workspaceActions } from './action-table.ts';
import { LeftMounts } from './images/left-mounts.tsx';
import { type ImagesState, openedAt, useImages } from './images/use-images.ts';
import { OpenImageDialog } from './reading-room/open-image-dialog.tsx';
import { ReadingRoom } from './reading-room/reading-room.tsx';
import type { TaskVisit } from './tabs/task-card.tsx';
import { WorkspaceDetail } from './workspace-detail.tsx';
import { NewWorkspaceDialog, OpenWorkspaceDialog } from './workspace-dialogs.tsx';
import { WorkspaceList } from './workspace-list.tsx';
import styles from './workspaces.module.css';

type DialogName = 'new' | 'open' | 'image';

const NONE: readonly AgentWorkspace[] = [];

/** Agents that are folders: what each has, what it would run, and whether that is trusted. */
export function WorkspacesView() {
  const live = useLive((api, signal) => api.workspaces.changed(undefined, { signal }), []);
  const shown = useShownWorkspace();
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [dialog, setDialog] = useState<DialogName | undefined>(undefined);
  const all = live.status === 'ready' ? live.value : NONE;
  const first = useKeptFirst(all.map(({ path }) => path));
  const at = (wanted: string | undefined) => all.find(({ path }) => path === wanted);
  const workspace = at(chosen) ?? at(first);
  const images = useImages(workspace?.path);
  const [visit, endVisit] = useTarget({ choose: setChosen, setDialog, read: images.read });
  useWorkspaceActions(setDialog, images, workspace?.path ?? '');
  if (live.status === 'loading') return <Spinner label="Loading workspaces" />;

  const image = images.shown;
  const close = () => setDialog(undefined);
  const choose = (path: string) => {
    setChosen(path);
    endVisit();
  };
  const made = (path: string) => {
    choose(path);
    images.show(undefined);
    close();
  };
  const folder = shown?.path ?? '';
  return (
    <div className={styles.view}>
      {live.status === 'failed' ? <Banner level="error">{live.error.message}</Banner> : undefined}
      <div className={styles.bar}>
        <Button size="small" variant="primary" onClick={() => setDialog('new')}>
          New workspace
        </Button>
        <Button size="small" onClick={() => setDialog('open')}>
          Open folder
        </Button>
        <Button size="small" onClick={() => setDialog('image')}>
          Open image
        </Button>
      </div>
      {images.doing.problem === undefined ? undefined : <Banner level="error">{images.doing.problem}</Banner>}
      <LeftMounts opened={images.opened} workspaces={all} />
      <AgentOffer path={shown?.isSample === true ? undefined : shown?.path} />
      {image !== undefined ? (
        <div className={styles.body}>
          <ReadingRoom
            key={image.image.path}
            {...image}
            onChanged={images.update}
            onOpened={made}
            onClose={() => images.show(undefined)}
          />
        </div>
      ) : workspace === undefined ? (
        <EmptyState
          icon="workspaces"
          title="No agent workspace is open"
          text="An agent is a folder of tools, skills and a system prompt; nothing of it runs until you trust it."
          action={
            <Button variant="primary" onClick={() => setDialog('new')}>
              Make one from a template
            </Button>
          }
        >
          <p className={styles.fact}>
            In a terminal: <code>sigma workspace open my-agent</code>
          </p>
        </EmptyState>
      ) : (
        <div className={styles.body}>
          <ListAndDetail
            name="workspaces"
            list={<WorkspaceList workspaces={all} chosen={workspace.path} onChoose={choose} />}
          >
            <WorkspaceDetail
              key={`${workspace.path} ${workspace.isOpen}`}
              workspace={workspace}
              visit={visit}
              endVisit={endVisit}
              ofImage={{
                opened: openedAt(images.opened, workspace.path),
                onRead: images.read,
                dialog: images.dialog,
                onDialog: images.setDialog,
              }}
            />
          </ListAndDetail>
        </div>
      )}
      <ChosenDialog dialog={dialog} folder={folder} onMade={made} onClose={close} onRead={images.show} />
    </div>
  );
}

interface ChosenDialogProps {
  readonly dialog: DialogName | undefined;
  /** The folder that the app shows; empty if there is none. */
  readonly folder: string;
  readonly onMade: (path: string) => void;
  readonly onRead: (image: ImageSummary) => void;
  readonly onClose: () => void;
}

function ChosenDialog({ dialog, folder, onMade, onRead, onClose }: ChosenDialogProps) {
  if (dialog === 'new') {
    const suggested = folder === '' ? '' : `${folder}/my-agent`;
    return <NewWorkspaceDialog folder={suggested} onMade={onMade} onClose={onClose} />;
  }
  if (dialog === 'open') return <OpenWorkspaceDialog folder={folder} onMade={onMade} onClose={onClose} />;
  if (dialog === undefined) return undefined;
  const read = (image: ImageSummary) => {
    onRead(image);
    onClose();
  };
  return <OpenImageDialog onRead={read} onClose={onClose} />;
}

interface TargetHandlers {
  readonly choose: (path: string) => void;
  readonly setDialog: (dialog: 'new') => void;
  readonly read: (image: string) => void;
}

/**
 * Goes where another view sent the person: to a workspace, to its tasks, to a new one, or to an image. A visit to tasks lasts until
 * the person goes on: another workspace may have a task of the same name.
 */
function useTarget({ choose, setDialog, read }: TargetHandlers): [visit: TaskVisit | undefined, end: () => void] {
  const { view, target, count } = useNavigation();
  const [visit, setVisit] = useState<TaskVisit | undefined>(undefined);
  const end = () => setVisit(undefined);
  const goTo = (place: string) => {
    end();
    const image = imageOf(place);
    if (image !== undefined) return read(image);
    if (place === NEW_AGENT) return setDialog('new');
    const tasks = taskPlaceOf(place);
    if (tasks === undefined) return choose(place);
    if (tasks.workspace !== '') choose(tasks.workspace);
    setVisit({ folder: tasks.folder });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same target twice is two visits.
  useEffect(() => {
    if (view === 'workspaces' && target !== undefined) goTo(target);
  }, [view, target, count]);
  return [visit, end];
}

function useWorkspaceActions(setDialog: (dialog: DialogName) => void, images: ImagesState, workspace: string): void {
  const { open } = useNavigation();
  const isShown = workspace !== '' && images.shown === undefined;
  const action = (id: keyof typeof workspaceActions, dialog: DialogName) =>
    actionOf(workspaceActions, id, {
      run: () => {
        open('workspaces');
        setDialog(dialog);
      },
    });
  useActions([
    action('workspaces.new', 'new'),
    action('workspaces.open', 'open'),
    action('workspaces.openImage', 'image'),
    actionOf(workspaceActions, 'workspaces.pack', { enabled: isShown, run: () => images.setDialog('pack') }),
    actionOf(workspaceActions, 'workspaces.snapshot', {
      enabled: isShown && openedAt(images.opened, workspace) !== undefined,
      run: () => images.setDialog('snapshot'),
    }),
  ]);
}
