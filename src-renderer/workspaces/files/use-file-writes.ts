import { useCallback, useRef, useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { fileDraftKey } from './drafts.ts';
import { SaveQueue } from './save-queue.ts';
import { useDrafts } from './use-drafts.ts';

interface FileWritesOptions {
  /** Absolute path of the workspace. */
  readonly path: string;
  readonly file: string;
  readonly onBegun: () => void;
  readonly onWritten: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** Writes a file of a workspace from its draft. */
export function useFileWrites({ path, file, onBegun, onWritten, onFailed }: FileWritesOptions) {
  const api = useApi();
  const drafts = useDrafts();
  const key = fileDraftKey(path, file);
  const queue = useRef(new SaveQueue());
  const count = useRef(0);
  const idle = useCallback(() => queue.current.idle(), []);
  const [isSaving, setIsSaving] = useState(false);

  const writeNow = async (text: string, hash: string | undefined): Promise<boolean> => {
    count.current += 1;
    setIsSaving(true);
    onBegun();
    try {
      const { hash: next } = await api.workspaces.writeFile({ path, file, text, ...(hash !== undefined && { hash }) });
      // More may have been typed meanwhile.
      drafts.set(key, { text: drafts.get(key)?.text ?? text, hash: next, saved: text });
      onWritten();
      return true;
    } catch (error) {
      onFailed(error);
      return false;
    } finally {
      setIsSaving(false);
    }
  };
  const writeTyped = async () => {
    const now = drafts.get(key);
    return now !== undefined && drafts.isDirty(key) ? await writeNow(now.text, now.hash) : true;
  };
  return {
    isSaving,
    /** Number of writes that were begun. */
    count,
    /** Resolves when nothing is being written. */
    idle,
    write: (text: string, hash: string | undefined) => queue.current.run(() => writeNow(text, hash), writeTyped),
    /** Saves what is typed then; during a save after it, since the text may be what was saved before, and is not any more. */
    save: () => queue.current.run(writeTyped, writeTyped),
  };
}
