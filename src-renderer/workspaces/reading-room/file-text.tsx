import { useState } from 'react';
import type { ImageLayer, ImageSummary } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { Banner } from '../../ui/banner.tsx';
import { ScrollBlock } from '../../ui/scroll-block.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from '../workspaces.module.css';

export interface FileTextProps {
  readonly image: ImageSummary;
  readonly layer: ImageLayer;
  /** Relative to the workspace. */
  readonly file: string;
  readonly isOpen?: boolean;
}

/** A file of a layer under its name; its text is read when it is unfolded. */
export function FileText({ image: { path }, layer: { uuid }, file, isOpen = false }: FileTextProps) {
  const api = useApi();
  const [text, setText] = useState<string | undefined>(undefined);
  const { problem, run } = useAsyncAction();
  const read = () => {
    if (text !== undefined) return;
    run(async () => setText((await api.workspaceImages.readFile({ path, layer: uuid, file })).text));
  };
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => currentTarget.open && read()}>
      <summary>
        <code>
          <VisibleText text={file} />
        </code>
      </summary>
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      {text === undefined ? undefined : (
        <ScrollBlock label={`Text of ${file}`} className={styles.code}>
          <VisibleText text={text} />
        </ScrollBlock>
      )}
    </details>
  );
}
