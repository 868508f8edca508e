import { useEffect, useState } from 'react';
import type { OpenedFolder } from '#contract';
import { useApi } from '../../api/api-context.tsx';

/**
 * Whether a folder has changes that are in no snapshot. Looked at when it is shown, when it was opened from another layer, when
 * a dialog was closed, and when a person comes back to the window.
 */
export function useUnsaved(opened: OpenedFolder | undefined, isBusy: boolean): boolean {
  const api = useApi();
  const [isUnsaved, setIsUnsaved] = useState(false);
  const { folder, layer } = opened ?? {};
  useEffect(() => {
    if (folder === undefined || layer === undefined || isBusy) return;
    let leaving = new AbortController();
    const look = () => {
      leaving.abort();
      leaving = new AbortController();
      const { signal } = leaving;
      api.workspaceImages.planSnapshot({ folder }, { signal }).then(
        ({ differences, secrets }) => signal.aborted || setIsUnsaved(differences.length + secrets.length > 0),
        // What cannot be compared is said where a snapshot is asked for.
        () => signal.aborted || setIsUnsaved(false),
      );
    };
    look();
    window.addEventListener('focus', look);
    return () => {
      leaving.abort();
      window.removeEventListener('focus', look);
    };
  }, [api, folder, layer, isBusy]);
  return isUnsaved;
}
