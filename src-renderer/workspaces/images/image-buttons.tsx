import type { AgentWorkspace, OpenedFolder } from '#contract';
import { PackDialog } from '../../packing/pack-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SnapshotDialog } from './snapshot-dialog.tsx';
import { UnmountDialog } from './unmount-dialog.tsx';
import { useUnsaved } from './use-unsaved.ts';

export interface ImageButtonsProps {
  readonly workspace: AgentWorkspace;
  /** Origin from an image; absent for an ordinary folder. */
  readonly opened: OpenedFolder | undefined;
  /** Reads an image, and shows this layer of it first. */
  readonly onRead: (image: string, layer?: string) => void;
  /** A dialog that a command asks for. */
  readonly dialog: ImageDialogName | undefined;
  readonly onDialog: (dialog: ImageDialogName | undefined) => void;
}

export type ImageDialogName = 'pack' | 'snapshot' | 'unmount';

/** Buttons for a workspace as an image, with their dialogs. */
export function ImageButtons({ workspace: { path, state }, opened, onRead, dialog, onDialog }: ImageButtonsProps) {
  const close = () => onDialog(undefined);
  const read = (image: string, layer?: string) => {
    close();
    onRead(image, layer);
  };
  return (
    <>
      {state === 'gone' ? undefined : (
        <Button size="small" onClick={() => onDialog('pack')}>
          Pack
        </Button>
      )}
      {opened === undefined ? undefined : (
        <>
          <Button size="small" onClick={() => onDialog('snapshot')}>
            Snapshot
          </Button>
          <Button size="small" onClick={() => read(opened.image, opened.layer)}>
            Layers
          </Button>
        </>
      )}
      {opened?.isMount ? (
        <Button size="small" onClick={() => onDialog('unmount')}>
          Unmount
        </Button>
      ) : undefined}
      {dialog === 'pack' ? <PackDialog folder={path} onRead={read} onClose={close} /> : undefined}
      {dialog === 'snapshot' && opened !== undefined ? <SnapshotDialog opened={opened} onClose={close} /> : undefined}
      {dialog === 'unmount' && opened !== undefined ? (
        <UnmountDialog opened={opened} onSnapshot={() => onDialog('snapshot')} onClose={close} />
      ) : undefined}
    </>
  );
}

const HOW = { copy: 'image', fuse: 'mounted', kernel: 'mounted', helper: 'mounted' } as const;

/** Badges for the origin of a workspace, and for changes that are in no snapshot. */
export function ImageBadges({
  opened,
  isBusy,
}: {
  readonly opened: OpenedFolder | undefined;
  readonly isBusy: boolean;
}) {
  const unsaved = useUnsaved(opened, isBusy);
  if (opened === undefined) return undefined;
  const name = opened.image.slice(opened.image.lastIndexOf('/') + 1);
  return (
    <>
      <Badge tone="info">
        {HOW[opened.openedBy]} {name}
        {opened.tag === undefined ? '' : ` · ${opened.tag}`}
      </Badge>
      {unsaved ? <Badge tone="warning">unsaved changes</Badge> : undefined}
    </>
  );
}
