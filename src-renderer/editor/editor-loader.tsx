import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { errorText } from '../state/error-text.ts';
import type { CodeDiffProps } from './code-diff.tsx';
import type { CodeEditorProps } from './code-editor.tsx';

export interface EditorParts {
  readonly CodeEditor: ComponentType<CodeEditorProps>;
  readonly CodeDiff: ComponentType<CodeDiffProps>;
}

/** Loader of the editor; used with the first text that is edited, never before. */
export type LoadEditor = () => Promise<EditorParts>;

const LoaderContext = createContext<LoadEditor>(async () => {
  const [{ CodeEditor }, { CodeDiff }] = await Promise.all([import('./code-editor.tsx'), import('./code-diff.tsx')]);
  return { CodeEditor, CodeDiff };
});

export function EditorLoaderProvider({ load, children }: { readonly load: LoadEditor; readonly children: ReactNode }) {
  return <LoaderContext value={load}>{children}</LoaderContext>;
}

export interface LoadedEditor {
  readonly parts: EditorParts | undefined;
  /** Reason why there is none. */
  readonly problem: string | undefined;
  readonly onFailed: (error: unknown) => void;
}

const loaded = new WeakMap<LoadEditor, EditorParts>();

/** The editor once it is there; `prepare` is waited for, too, such as for a language of one's own. */
export function useEditor(prepare?: () => Promise<void>): LoadedEditor {
  const load = useContext(LoaderContext);
  const [parts, setParts] = useState(() => (prepare === undefined ? loaded.get(load) : undefined));
  const [problem, setProblem] = useState<string | undefined>(undefined);
  useEffect(() => {
    let isOver = false;
    const loading = async () => {
      const all = await load();
      loaded.set(load, all);
      await prepare?.();
      return all;
    };
    loading().then(
      (all) => isOver || setParts(all),
      (error: unknown) => isOver || setProblem(errorText(error)),
    );
    return () => {
      isOver = true;
    };
  }, [load, prepare]);
  return {
    parts: problem === undefined ? parts : undefined,
    problem,
    onFailed: (error) => setProblem(errorText(error)),
  };
}

/** Fetches the editor while the person looks at something that is likely edited next. */
export function usePreloadedEditor(): void {
  const load = useContext(LoaderContext);
  useEffect(() => {
    const later = setTimeout(
      () =>
        void load().then(
          (all) => loaded.set(load, all),
          () => {},
        ),
      0,
    );
    return () => clearTimeout(later);
  }, [load]);
}
