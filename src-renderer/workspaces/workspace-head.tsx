import { useState } from 'react';
import type { AgentWorkspace } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { useNavigation } from '../state/navigation.tsx';
import { useChosenSession } from '../state/shown-session.ts';
import type { AsyncAction } from '../state/use-async-action.ts';
import { announce } from '../ui/announce.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { ImageBadges, ImageButtons, type ImageButtonsProps } from './images/image-buttons.tsx';
import { workspaceState } from './workspace-words.ts';
import styles from './workspaces.module.css';

export interface WorkspaceHeadProps {
  readonly workspace: AgentWorkspace;
  readonly doing: AsyncAction;
  readonly ofImage: Omit<ImageButtonsProps, 'workspace'>;
}

/** Name and state of a workspace, and what can be done with the whole of it. */
export function WorkspaceHead({ workspace, doing, ofImage }: WorkspaceHeadProps) {
  const api = useApi();
  const { open, viewNow } = useNavigation();
  const [, choose] = useChosenSession();
  const [isForgetting, setIsForgetting] = useState(false);
  const { path, name, isOpen, reason, hasNetwork, state } = workspace;
  const words = workspaceState(workspace);
  const newSession = async () => {
    const { id } = await api.sessions.create({ workspace: path });
    // The person may be typing elsewhere by then, in another session perhaps.
    if (viewNow() !== 'workspaces') return announce(`A session is ready for ${name}`);
    choose(id);
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
        <ImageBadges opened={ofImage.opened} isBusy={ofImage.dialog !== undefined} />
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
        <ImageButtons workspace={workspace} {...ofImage} />
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
        It leaves this list, you no longer trust it, and its programs end. Its files stay where they are.
      </ConfirmDialog>
    </header>
  );
}
