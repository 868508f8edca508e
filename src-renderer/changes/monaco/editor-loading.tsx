import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { errorText } from '../../state/error-text.ts';
import type { MonacoDiffProps } from './monaco-diff.tsx';

type DiffEditor = ComponentType<MonacoDiffProps>;

/** Loader of the editor, and the time after which the diff is shown without it. */
export interface EditorLoader {
  readonly load: () => Promise<{ readonly MonacoDiff: DiffEditor }>;
  readonly patienceMs: number;
}

const EditorLoaderContext = createContext<EditorLoader>({
  load: () => import('./monaco-diff.tsx'),
  patienceMs: 5000,
});

export function DiffLoaderProvider({
  loader,
  children,
}: {
  readonly loader: EditorLoader;
  readonly children: ReactNode;
}) {
  return <EditorLoaderContext value={loader}>{children}</EditorLoaderContext>;
}

export interface EditorLoading {
  readonly Editor: DiffEditor | undefined;
  /** The diff is shown as a list instead: the editor is late, or there is none. */
  readonly isPlain: boolean;
  /** Reason why there is none. */
  readonly problem: string | undefined;
  /** Shows the editor, which is loaded again where that had failed. */
  readonly showEditor: () => void;
  /** A person has begun to work with the list. */
  readonly onTouched: () => void;
  /** Called if it was loaded, but could not be drawn. */
  readonly onFailed: (error: unknown) => void;
}

type LoadingStep = Pick<EditorLoading, 'Editor' | 'isPlain' | 'problem'>;

const nothing: LoadingStep = { Editor: undefined, isPlain: false, problem: undefined };

/** Loads the editor when it is wanted. What comes late is not put in the place of the list under a person's hands. */
export function useEditorLoading(isWanted: boolean): EditorLoading {
  const { load, patienceMs } = useContext(EditorLoaderContext);
  const [state, setState] = useState(nothing);
  const [attempt, setAttempt] = useState(0);
  const isTouched = useRef(false);
  const isStarted = isWanted || attempt > 0;

  useEffect(() => {
    if (!isStarted) return;
    let isOver = false;
    const put = (step: (was: LoadingStep) => LoadingStep) => isOver || setState(step);
    const timer = setTimeout(() => put((was) => ({ ...was, isPlain: was.Editor === undefined })), patienceMs);
    load().then(
      ({ MonacoDiff }) =>
        put((was) => ({
          Editor: MonacoDiff,
          isPlain: attempt === 0 && was.isPlain && isTouched.current,
          problem: undefined,
        })),
      (error: unknown) => put(() => ({ Editor: undefined, isPlain: true, problem: errorText(error) })),
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [load, patienceMs, attempt, isStarted]);

  return {
    ...state,
    showEditor: useCallback(() => {
      isTouched.current = false;
      setState((was) => ({ ...was, isPlain: was.Editor === undefined, problem: undefined }));
      setAttempt((count) => count + 1);
    }, []),
    onTouched: useCallback(() => {
      isTouched.current = true;
    }, []),
    onFailed: useCallback(
      (error: unknown) => setState({ Editor: undefined, isPlain: true, problem: errorText(error) }),
      [],
    ),
  };
}
