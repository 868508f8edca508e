import { useState } from 'react';
import type { ImageSummary, OpenedFolder } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { type AsyncAction, useAsyncAction } from '../../state/use-async-action.ts';
import { useLive } from '../../state/use-live.ts';
import type { ImageDialogName } from './image-buttons.tsx';

/** An image that is read, and the layer that is shown first. */
export interface ShownImage {
  readonly image: ImageSummary;
  readonly layer?: string | undefined;
}

/** Images as the view of workspaces has them: the one that is read, and what is open from any. */
export interface ImagesState {
  readonly shown: ShownImage | undefined;
  readonly show: (image: ImageSummary | undefined) => void;
  /** The image that is read was written again. */
  readonly update: (image: ImageSummary) => void;
  /** Reads an image and shows this layer of it. */
  readonly read: (path: string, layer?: string) => void;
  readonly doing: AsyncAction;
  readonly opened: readonly OpenedFolder[];
  readonly dialog: ImageDialogName | undefined;
  readonly setDialog: (dialog: ImageDialogName | undefined) => void;
}

interface AskedDialog {
  readonly name: ImageDialogName;
  /** Path of the workspace that it is about. */
  readonly of: string | undefined;
}

const NONE: readonly OpenedFolder[] = [];

/** `workspace` is the path of the one that is looked at; undefined if there is none. */
export function useImages(workspace: string | undefined): ImagesState {
  const api = useApi();
  const doing = useAsyncAction();
  const live = useLive((wire, signal) => wire.workspaceImages.opened(undefined, { signal }), []);
  const [shown, setShown] = useState<ShownImage | undefined>(undefined);
  const [asked, setAsked] = useState<AskedDialog | undefined>(undefined);
  const here = shown === undefined ? workspace : undefined;
  // It would go on to speak of another workspace.
  if (asked !== undefined && asked.of !== here) setAsked(undefined);
  const dialog = asked?.of === here ? asked?.name : undefined;
  return {
    shown,
    doing,
    dialog,
    setDialog: (name) => setAsked(name && { name, of: here }),
    show: (image) => setShown(image && { image }),
    update: (image) => setShown((before) => (before?.image.path === image.path ? { ...before, image } : before)),
    read: (path, layer) => doing.run(async () => setShown({ image: await api.workspaceImages.read({ path }), layer })),
    opened: live.status === 'ready' ? live.value : NONE,
  };
}

/** Finds the origin of a workspace that was opened from an image. */
export function openedAt(opened: readonly OpenedFolder[], path: string): OpenedFolder | undefined {
  return opened.find(({ folder, output }) => folder === path || output === path);
}
