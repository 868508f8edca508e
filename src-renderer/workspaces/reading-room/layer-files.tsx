import { useState } from 'react';
import { WorkspaceFileList } from '../files/file-list.tsx';
import styles from '../workspaces.module.css';
import { FileText } from './file-text.tsx';
import type { PartsReadProps } from './parts-read.tsx';

/** Every file that a layer shows, to be read. */
export function LayerFiles({ image, layer, reading: { review, files, isCut } }: PartsReadProps) {
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const file = chosen ?? files[0]?.file;
  return (
    <div className={styles.pane}>
      <div className={styles.split}>
        <WorkspaceFileList
          path={review.path}
          files={files.map((one) => one.file)}
          isCut={isCut}
          chosen={file}
          onChoose={setChosen}
        />
        {file === undefined ? undefined : (
          <div className={styles.shown} key={file}>
            <FileText image={image} layer={layer} file={file} isOpen />
          </div>
        )}
      </div>
    </div>
  );
}
