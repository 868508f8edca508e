import { useEffect, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { fileDraftKey } from './drafts.ts';
import type { FileVisit } from './file-editor.tsx';
import { useDrafts } from './use-drafts.ts';
import { useIsDirty } from './use-file-draft.ts';

export interface EditorState {
  readonly isOpen: boolean;
  /** The editor was asked for, so the focus goes there. */
  readonly visit: FileVisit | undefined;
  readonly isDirty: boolean;
  readonly toggle: () => void;
}

/**
 * Whether the editor of a file is open; it is for one that is `wanted`, such as a new one, and where something was typed and not saved.
 * Each object is a request of its own.
 */
export function useEditing(path: string, file: string, wanted: boolean | object = false): EditorState {
  const drafts = useDrafts();
  const [isOpen, setIsOpen] = useState(drafts.isDirty(fileDraftKey(path, file)));
  const [visit, setVisit] = useState<FileVisit | undefined>(undefined);
  const isDirty = useIsDirty(path, file);
  useEffect(() => {
    if (wanted === false) return;
    setVisit({});
    setIsOpen(true);
  }, [wanted]);
  const toggle = () => {
    setVisit({});
    setIsOpen(!isOpen);
  };
  return { isOpen, visit, isDirty, toggle };
}

/** Opens and closes the editor of a part of a workspace, and says when something in it is not saved. */
export function EditPart({ name, editing }: { readonly name: string; readonly editing: EditorState }) {
  const { isOpen, isDirty, toggle } = editing;
  return (
    <>
      {isDirty ? <Badge tone="warning">not saved</Badge> : undefined}
      <Button size="small" aria-expanded={isOpen} aria-label={`Edit ${name}`} onClick={toggle}>
        {isOpen ? 'Close editor' : 'Edit'}
      </Button>
    </>
  );
}
