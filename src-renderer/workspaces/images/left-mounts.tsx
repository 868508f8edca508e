import { useState } from 'react';
import type { AgentWorkspace, OpenedFolder } from '#contract';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { SnapshotDialog } from './snapshot-dialog.tsx';
import { UnmountDialog } from './unmount-dialog.tsx';

export interface LeftMountsProps {
  readonly opened: readonly OpenedFolder[];
  readonly workspaces: readonly AgentWorkspace[];
}

/** Folders of images that a crash left, or that are no workspace: each can be closed. */
export function LeftMounts({ opened, workspaces }: LeftMountsProps) {
  const [closing, setClosing] = useState<OpenedFolder | undefined>(undefined);
  const [saving, setSaving] = useState<OpenedFolder | undefined>(undefined);
  const known = new Set(workspaces.map(({ path }) => path));
  const left = opened.filter(
    ({ isMount, problem, folder, output }) =>
      isMount && (problem !== undefined || !(known.has(folder) || known.has(output))),
  );
  return (
    <>
      {left.map((one) => (
        <Banner
          key={one.folder}
          level={one.problem === undefined ? 'info' : 'warning'}
          actions={
            <Button size="small" aria-label={`Unmount ${one.output}`} onClick={() => setClosing(one)}>
              Unmount
            </Button>
          }
        >
          <VisibleText text={one.output} /> shows a layer of <VisibleText text={one.image} />.{' '}
          {one.problem ?? 'It is not open as a workspace.'}
        </Banner>
      ))}
      {closing === undefined ? undefined : (
        <UnmountDialog
          opened={closing}
          onSnapshot={() => {
            setSaving(closing);
            setClosing(undefined);
          }}
          onClose={() => setClosing(undefined)}
        />
      )}
      {saving === undefined ? undefined : <SnapshotDialog opened={saving} onClose={() => setSaving(undefined)} />}
    </>
  );
}
