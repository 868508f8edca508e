import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FileProblem } from '#contract';
import { CodeField } from '../../editor/code-field.tsx';
import type { CodeHandle, TextProblem } from '../../editor/code-types.ts';
import { languageOfFile } from '../../editor/language-of.ts';
import { useSettings } from '../../state/settings.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './file-editor.module.css';
import { type EditedFile, useFileDraft } from './use-file-draft.ts';

export interface FileEditorProps extends EditedFile {
  /** Problems of the workspace; those of this file are shown at their lines. */
  readonly problems: readonly FileProblem[];
  /** Place the person wants to visit: the editor takes the focus, at the given line; each object is one visit. */
  readonly visit?: FileVisit | undefined;
}

/** A visit to a file, at a line (from 1) where one is meant. */
export interface FileVisit {
  readonly line?: number | undefined;
}

const MAX_LINES = 26;
/** Column beyond the end of any line, for problems without an end. */
const LINE_END = 10_000;

/** One file of a workspace in an editor; Ctrl+S saves it. */
export function FileEditor({ problems, visit, ...edited }: FileEditorProps) {
  const { file } = edited;
  const { appearance } = useSettings();
  const draft = useFileDraft(edited);
  const { text, isDirty, isSaving, problem, edit, save } = draft;
  const own = useMemo(() => problems.filter((one) => one.file === file), [problems, file]);
  const marked = useMemo(() => own.flatMap(markOf), [own]);
  const { onReady, goTo } = useHandle(visit);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    save();
  };
  return (
    <form
      className={styles.file}
      aria-label={`Edit ${file}`}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <BaseBanner file={file} draft={draft} />
      {problem === undefined || draft.isConflict ? undefined : <Banner level="error">{problem}</Banner>}
      <ul className={styles.problems} aria-label={`Problems of ${file}`}>
        {own.map(({ line: at, message }) => (
          <li key={`${at} ${message}`}>
            {at === undefined ? undefined : (
              <Button size="small" variant="ghost" onClick={() => goTo(at)}>
                Line {at}
              </Button>
            )}
            <VisibleText text={message} />
          </li>
        ))}
      </ul>
      {text === undefined ? undefined : (
        <>
          <div className={styles.text}>
            <CodeField
              label={`Text of ${file}`}
              text={text}
              language={languageOfFile(file)}
              fontSize={appearance.font_size}
              problems={marked}
              maxLines={MAX_LINES}
              onChange={edit}
              onReady={onReady}
            />
          </div>
          <div className={styles.foot}>
            <Button type="submit" size="small" variant="primary" disabled={!isDirty || isSaving}>
              Save
            </Button>
            <span role="status" className={styles.note}>
              {isDirty ? 'Not saved yet. Ctrl+S saves.' : 'Saved'}
            </span>
          </div>
        </>
      )}
    </form>
  );
}

interface BaseBannerProps {
  readonly file: string;
  readonly draft: ReturnType<typeof useFileDraft>;
}

/** Says what has become of the file that was typed into, and offers what can be done. */
function BaseBanner({ file, draft: { isConflict, isGone, keepMine, takeTheirs, forget } }: BaseBannerProps) {
  if (isGone) {
    const button = (
      <Button size="small" onClick={forget}>
        Forget what I typed
      </Button>
    );
    return (
      <Banner level="warning" actions={button}>
        <VisibleText text={file} /> is gone. What you typed is kept: Save writes the file again.
      </Banner>
    );
  }
  if (!isConflict) return undefined;
  const buttons = (
    <>
      <Button size="small" onClick={keepMine}>
        Keep mine
      </Button>
      <Button size="small" onClick={takeTheirs}>
        Take theirs
      </Button>
    </>
  );
  return (
    <Banner level="warning" actions={buttons}>
      Somebody else changed <VisibleText text={file} /> meanwhile. Nothing of what you typed is lost.
    </Banner>
  );
}

/** Brings the person of a visit there once the editor is; a visit counts once, also where the editor is exchanged later. */
function useHandle(visit: FileVisit | undefined) {
  const [handle, setHandle] = useState<CodeHandle | undefined>(undefined);
  const served = useRef<FileVisit>(undefined);
  const goTo = useCallback(
    (line: number) => {
      handle?.select({ line, column: 1, endLine: line, endColumn: 1 });
      handle?.focus();
    },
    [handle],
  );
  useEffect(() => {
    if (handle === undefined || visit === undefined || served.current === visit) return;
    served.current = visit;
    if (visit.line === undefined) handle.focus();
    else goTo(visit.line);
  }, [handle, visit, goTo]);
  return { onReady: setHandle, goTo };
}

function markOf({ line, message }: FileProblem): readonly TextProblem[] {
  if (line === undefined) return [];
  return [{ severity: 'error', message, line, column: 1, endLine: line, endColumn: LINE_END }];
}
