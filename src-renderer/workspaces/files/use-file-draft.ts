import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { errorCode, errorText } from '../../state/error-text.ts';
import { KEYS_NOT_KEPT, lacksKeys } from '../../state/removed-keys.ts';
import { type FileDraft, type FileDrafts, fileDraftKey } from './drafts.ts';
import { useDrafts } from './use-drafts.ts';
import { useFileWrites } from './use-file-writes.ts';

export interface EditedFile {
  /** Absolute path of its workspace. */
  readonly path: string;
  /** Relative to it. */
  readonly file: string;
  /** Version of the file; it is read again when this changes. */
  readonly version: string;
}

interface ReadText {
  readonly text: string;
  readonly hash: string;
}

/** File under a text that was typed: as it was read or saved, changed by others since, or gone. */
type DraftBase = 'ours' | 'changed' | 'gone';

/**
 * A file of a workspace as it is edited. What others change in the meantime is shown, or asked about where something
 * was typed.
 */
export function useFileDraft({ path, file, version }: EditedFile) {
  const api = useApi();
  const drafts = useDrafts();
  const key = fileDraftKey(path, file);
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.get(key));
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [base, setBase] = useState<DraftBase>('ours');
  const read = useCallback(() => api.workspaces.readFile({ path, file }), [api, path, file]);
  const fail = useCallback((error: unknown) => setProblem(errorText(error)), []);
  const take = useCallback(
    ({ text, hash }: ReadText) => {
      drafts.set(key, { text, saved: text, hash });
      setBase('ours');
      setProblem(undefined);
    },
    [drafts, key],
  );

  const { write, save, isSaving, count, idle } = useFileWrites({
    path,
    file,
    onBegun: () => setProblem(undefined),
    onWritten: () => setBase('ours'),
    onFailed: (error) => {
      setBase((now) => baseAfterFailure(error, now));
      fail(error);
    },
  });
  const look = useFileLook({ drafts, key, read, take, count, idle, setBase, setProblem });
  useLooks({ drafts, key, version }, look, fail);

  const isDirty = draft !== undefined && draft.text !== draft.saved;
  return {
    text: draft?.text,
    isDirty,
    isSaving,
    isConflict: base === 'changed',
    isGone: base === 'gone',
    problem,
    edit: (text: string) => {
      const now = drafts.get(key);
      if (now) drafts.set(key, { ...now, text });
    },
    save: () => void save(),
    takeTheirs: () => void read().then(take, fail),
    forget: () => {
      drafts.delete(key);
      setBase('ours');
      void read().then(take, fail);
    },
    keepMine: () => void (draft && baseNow(read).then((base) => write(draft.text, base), fail)),
  };
}

/** A conflict is asked about; after another failure a file that is gone still is. */
function baseAfterFailure(error: unknown, base: DraftBase): DraftBase {
  if (errorCode(error) === 'CONFLICT') return 'changed';
  return base === 'gone' ? 'gone' : 'ours';
}

/** The hash that is there now, to be written over; none where the file is gone: it is written anew. */
async function baseNow(read: () => Promise<ReadText>): Promise<string | undefined> {
  try {
    return (await read()).hash;
  } catch (error) {
    if (errorCode(error) === 'NOT_FOUND') return undefined;
    throw error;
  }
}

interface FileLookOptions extends Pick<ReturnType<typeof useFileWrites>, 'count' | 'idle'> {
  readonly drafts: FileDrafts;
  readonly key: string;
  readonly read: () => Promise<ReadText>;
  readonly take: (theirs: ReadText) => void;
  readonly setBase: (base: DraftBase) => void;
  readonly setProblem: (problem: string) => void;
}

/** Reads the file, and shows it or what has become of it beside the text that was typed. */
function useFileLook({ drafts, key, read, take, count, idle, setBase, setProblem }: FileLookOptions): FileLoader {
  return useCallback(
    async (isOver: () => boolean) => {
      const theirs = await readSettled({ read, count, idle }, () => drafts.isDirty(key));
      // A later look may have shown what is there now.
      if (isOver()) return;
      bringBack(drafts, { key, saved: theirs?.text ?? '' }, setProblem);
      const mine = drafts.get(key);
      if (theirs === undefined) {
        if (mine) drafts.set(key, { ...mine, hash: undefined });
        setBase('gone');
      } else if (!drafts.isDirty(key)) take(theirs);
      else if (theirs.hash !== mine?.hash) setBase('changed');
    },
    [drafts, read, take, key, count, idle, setBase, setProblem],
  );
}

/** Reads a file between its writes: what is read during one may be its text. Nothing, where it is gone and its text is kept here. */
async function readSettled(
  { read, count, idle }: Pick<FileLookOptions, 'read' | 'count' | 'idle'>,
  isKept: () => boolean,
): Promise<ReadText | undefined> {
  for (;;) {
    await idle();
    const before = count.current;
    const theirs = await read().catch((error: unknown) => {
      if (errorCode(error) !== 'NOT_FOUND' || !isKept()) throw error;
      return undefined;
    });
    if (before === count.current) return theirs;
  }
}

/** Reads a file and shows it, unless the look is over by then. */
type FileLoader = (isOver: () => boolean) => Promise<void>;

interface ShownDraft extends Pick<EditedFile, 'version'> {
  readonly drafts: FileDrafts;
  readonly key: string;
}

/** Looks at a file now and with each version of its workspace; a text without changes is forgotten with the editor that shows it. */
function useLooks({ drafts, key, version }: ShownDraft, look: FileLoader, fail: (error: unknown) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is a reason to look again.
  useEffect(() => {
    let isOver = false;
    look(() => isOver).catch((error: unknown) => isOver || fail(error));
    return () => {
      isOver = true;
    };
  }, [look, fail, version]);
  useEffect(
    () => () => {
      if (!drafts.isDirty(key)) drafts.delete(key);
    },
    [drafts, key],
  );
}

/** Whether something was typed into a file and not saved. */
export function useIsDirty(path: string, file: string): boolean {
  const drafts = useDrafts();
  return useSyncExternalStore(drafts.subscribe, () => drafts.isDirty(fileDraftKey(path, file)));
}

/** Goes on from the unsaved text that an earlier page left, if it did; says where keys in it were not kept. */
function bringBack(
  drafts: FileDrafts,
  { key, saved }: Pick<FileDraft, 'saved'> & { readonly key: string },
  say: (problem: string) => void,
): void {
  const left = drafts.left(key);
  if (!left) return;
  drafts.set(key, { ...left, saved });
  if (lacksKeys(left.text, saved)) say(KEYS_NOT_KEPT);
}
