import { useEffect, useMemo, useRef, useState } from 'react';
import type { AgentDetail } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { useKeptFirst } from '../../state/use-kept-first.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { NewPart } from '../tabs/new-part.tsx';
import styles from '../workspaces.module.css';
import { fileDraftKey } from './drafts.ts';
import { FileEditor, type FileVisit } from './file-editor.tsx';
import { WorkspaceFileList } from './file-list.tsx';
import { useDrafts, useUnsavedFiles } from './use-drafts.ts';

/** A file that a person asked for. */
export interface ShownFile extends FileVisit {
  readonly file: string;
}

export interface FilesTabProps {
  readonly detail: AgentDetail;
  readonly shown: ShownFile | undefined;
  readonly onShow: (shown: ShownFile | undefined) => void;
}

interface FileListing {
  readonly files: readonly string[];
  readonly isCut: boolean;
}

const NONE: FileListing = { files: [], isCut: false };

/** The files of a workspace, to be read and edited; what is written here stays trusted. */
export function FilesTab({ detail, shown, onShow }: FilesTabProps) {
  const api = useApi();
  const { path, version, problemList: problems } = detail;
  const [listing, setListed] = useState(NONE);
  const { files, isCut } = useWithUnsaved(path, listing);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [made, setMade] = useState<string | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version may have other files.
  useEffect(() => {
    const ending = new AbortController();
    api.workspaces.files({ path }, { signal: ending.signal }).then(
      (listed) => {
        if (ending.signal.aborted) return;
        setProblem(undefined);
        setListed({ files: listed.files.map(({ file }) => file), isCut: listed.isCut });
      },
      (error: unknown) => ending.signal.aborted || setProblem(errorText(error)),
    );
    return () => ending.abort();
  }, [api, path, version, made]);
  const newFile = async (file: string) => {
    await api.workspaces.writeFile({ path, file, text: '' });
    return { file };
  };
  const first = useKeptFirst(files);
  const file = shown?.file ?? first;
  const now = useRef(file);
  now.current = file;
  return (
    <div className={styles.pane}>
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      <NewPart
        workspace={path}
        label="Path of a new file"
        ways={{ 'New file': newFile }}
        onMade={(next) => {
          setMade(next);
          onShow({ file: next });
        }}
      />
      <div className={styles.split}>
        <WorkspaceFileList
          path={path}
          files={files}
          isCut={isCut}
          chosen={file}
          onChoose={(next) => onShow({ file: next })}
        />
        {file === undefined ? undefined : (
          <div className={styles.shown} key={file}>
            <FilesHead
              path={path}
              file={file}
              onRemoved={() => {
                setMade(`${file} is gone`);
                // Another one may have been chosen meanwhile.
                if (now.current === file) onShow(undefined);
              }}
            />
            <FileEditor path={path} file={file} version={version} problems={problems} visit={shown} />
          </div>
        )}
      </div>
    </div>
  );
}

/** The listing, with files above it that are gone, or beyond it, and have text that is not saved. */
function useWithUnsaved(path: string, listing: FileListing): FileListing {
  const unsaved = useUnsavedFiles(path);
  return useMemo(() => {
    const others = listing === NONE ? [] : unsaved.filter((file) => !listing.files.includes(file));
    return others.length === 0 ? listing : { ...listing, files: [...others, ...listing.files] };
  }, [unsaved, listing]);
}

interface HeadProps {
  readonly path: string;
  readonly file: string;
  readonly onRemoved: () => void;
}

function FilesHead({ path, file, onRemoved }: HeadProps) {
  const api = useApi();
  const drafts = useDrafts();
  const doing = useAsyncAction();
  const [isRemoving, setIsRemoving] = useState(false);
  const remove = async () => {
    await api.workspaces.removeFile({ path, file });
    drafts.delete(fileDraftKey(path, file));
    onRemoved();
  };
  return (
    <>
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      <div className={styles.heading}>
        <h3 className={styles.cardName}>
          <VisibleText text={file} />
        </h3>
        <Button size="small" variant="ghost" aria-label={`Delete ${file}`} onClick={() => setIsRemoving(true)}>
          Delete
        </Button>
      </div>
      <ConfirmDialog
        title={`Delete ${file}?`}
        isOpen={isRemoving}
        onOpenChange={setIsRemoving}
        confirm="Delete it"
        onConfirm={() => {
          setIsRemoving(false);
          doing.run(remove);
        }}
      >
        It is taken out of the folder for good; the record keeps what tools and commands wrote to it, not what you
        typed.
      </ConfirmDialog>
    </>
  );
}
