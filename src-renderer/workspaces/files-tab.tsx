import { type KeyboardEvent, useCallback, useEffect, useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';
import { useDoing } from '../state/use-doing.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useDraft } from './use-draft.ts';
import styles from './workspaces.module.css';

/** The files of a workspace, to be read and edited; what is written here stays trusted. */
export function FilesTab({ path }: { readonly path: string }) {
  const api = useApi();
  const doing = useDoing();
  const [files, setFiles] = useState<readonly string[]>([]);
  const [file, setFile] = useState<string | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const load = useCallback(async () => {
    const listed = (await api.workspaces.files({ path })).files.map((one) => one.file);
    setFiles(listed);
    return listed;
  }, [api, path]);
  useEffect(() => {
    load().then(
      ([first]) => setFile((shown) => shown ?? first),
      (error: unknown) => setProblem(errorText(error)),
    );
  }, [load]);
  const made = async (written: Promise<{ file: string }>) => {
    const { file: next } = await written;
    await load();
    setFile(next);
  };
  return (
    <div className={styles.pane}>
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      <NewFile
        isBusy={doing.isBusy}
        onTool={(name, language) => doing.run(() => made(api.workspaces.newTool({ path, name, language })))}
        onSkill={(name) => doing.run(() => made(api.workspaces.newSkill({ path, name })))}
      />
      <SelectField
        label="File"
        choices={files.map((one) => ({ value: one, label: one }))}
        value={file ?? ''}
        onChange={setFile}
      />
      {file === undefined ? undefined : <Editor key={file} path={path} file={file} />}
    </div>
  );
}

interface NewFileProps {
  readonly isBusy: boolean;
  readonly onTool: (name: string, language: 'python' | 'typescript') => void;
  readonly onSkill: (name: string) => void;
}

function NewFile({ isBusy, onTool, onSkill }: NewFileProps) {
  const [name, setName] = useState('');
  const isEmpty = name.trim() === '';
  return (
    <div className={styles.buttons}>
      <TextField
        aria-label="Name of a new tool or skill"
        placeholder="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button size="small" disabled={isBusy || isEmpty} onClick={() => onTool(name.trim(), 'python')}>
        New Python tool
      </Button>
      <Button size="small" disabled={isBusy || isEmpty} onClick={() => onTool(name.trim(), 'typescript')}>
        New TypeScript tool
      </Button>
      <Button size="small" disabled={isBusy || isEmpty} onClick={() => onSkill(name.trim())}>
        New skill
      </Button>
    </div>
  );
}

/** One file; Ctrl+S saves it. */
function Editor({ path, file }: { readonly path: string; readonly file: string }) {
  const { text, isDirty, isConflict, problem, edit, save, takeTheirs, keepMine } = useDraft(path, file);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save();
  };
  return (
    <>
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      {isConflict ? (
        <div className={styles.buttons}>
          <span className={styles.warning}>It was changed by somebody else meanwhile.</span>
          <Button size="small" onClick={keepMine}>
            Keep mine
          </Button>
          <Button size="small" onClick={takeTheirs}>
            Take theirs
          </Button>
        </div>
      ) : undefined}
      {text === undefined ? undefined : (
        <>
          <textarea
            className={styles.editor}
            aria-label={`Text of ${file}`}
            spellCheck={false}
            value={text}
            onChange={(event) => edit(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <div className={styles.buttons}>
            <Button size="small" variant="primary" disabled={!isDirty} onClick={save}>
              Save
            </Button>
            <span className={styles.fact}>{isDirty ? 'Not saved yet; Ctrl+S saves' : 'Saved'}</span>
          </div>
        </>
      )}
    </>
  );
}
