import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';

interface Draft {
  readonly text: string;
  /** Of what was edited. */
  readonly hash: string;
  readonly saved: string;
}

/** What was typed and not saved, by workspace and file: another tab or view does not lose it. */
const drafts = new Map<string, Draft>();

/** A file of a workspace as it is edited. */
export function useDraft(path: string, file: string) {
  const api = useApi();
  const key = `${path}\0${file}`;
  const [draft, setDraft] = useState<Draft | undefined>(drafts.get(key));
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isConflict, setIsConflict] = useState(false);
  const put = useCallback(
    (next: Draft) => {
      if (next.text === next.saved) drafts.delete(key);
      else drafts.set(key, next);
      setDraft(next);
    },
    [key],
  );
  const read = useCallback(async () => {
    const { text, hash } = await api.workspaces.readFile({ path, file });
    return { text, hash, saved: text };
  }, [api, path, file]);
  const fail = useCallback((error: unknown) => setProblem(errorText(error)), []);
  useEffect(() => {
    if (!drafts.has(key)) read().then(put, fail);
  }, [key, read, put, fail]);
  const isSaving = useRef(false);
  const newest = useRef(draft);
  newest.current = draft;
  const write = async (text: string, hash: string | undefined) => {
    if (isSaving.current) return;
    isSaving.current = true;
    setProblem(undefined);
    try {
      const { hash: next } = await api.workspaces.writeFile({ path, file, text, ...(hash !== undefined && { hash }) });
      // More may have been typed meanwhile.
      put({ text: newest.current?.text ?? text, hash: next, saved: text });
      setIsConflict(false);
    } catch (error) {
      setIsConflict(codeOf(error) === 'CONFLICT');
      fail(error);
    } finally {
      isSaving.current = false;
    }
  };
  return {
    text: draft?.text,
    isDirty: draft !== undefined && draft.text !== draft.saved,
    isConflict,
    problem,
    edit: (text: string) => draft && put({ ...draft, text }),
    save: () => void (draft && draft.text !== draft.saved && write(draft.text, draft.hash)),
    takeTheirs: () => {
      setIsConflict(false);
      setProblem(undefined);
      read().then(put, fail);
    },
    keepMine: () => {
      // Where the file is gone it is written anew.
      read().then(
        (theirs) => draft && write(draft.text, theirs.hash),
        (error: unknown) => (codeOf(error) === 'NOT_FOUND' ? draft && write(draft.text, undefined) : fail(error)),
      );
    },
  };
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
