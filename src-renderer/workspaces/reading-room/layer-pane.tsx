import { useEffect, useState } from 'react';
import type { ImageLayer, ImageSummary, LayerReading } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { LayerActions } from '../images/layer-actions.tsx';
import { ReviewedFiles } from '../review/reviewed-files.tsx';
import { fileProblemPlace } from '../workspace-words.ts';
import workspaceStyles from '../workspaces.module.css';
import { DifferencesTab } from './differences-tab.tsx';
import { LayerFiles } from './layer-files.tsx';
import { OpenLayer } from './open-layer.tsx';
import { SkillsRead, TasksRead, ToolsRead } from './parts-read.tsx';
import styles from './reading-room.module.css';

export interface LayerPaneProps {
  readonly image: ImageSummary;
  readonly layer: ImageLayer;
  /** The image was written again. */
  readonly onChanged: (image: ImageSummary) => void;
  readonly onOpened: (path: string) => void;
}

/** Pane with everything that one layer would bring, and the ways to open it. */
export function LayerPane({ image, layer, onChanged, onOpened }: LayerPaneProps) {
  const { reading, problem } = useReading(image.path, layer.uuid);
  const [tab, setTab] = useState('review');
  if (problem !== undefined) return <Banner level="error">{problem}</Banner>;
  if (reading === undefined) return <Spinner label="Reading the layer" />;
  const { toolList, skillList, taskList, files, problemList } = reading;
  const parts = { image, layer, reading };
  return (
    <div className={styles.pane}>
      <OpenLayer image={image} layer={layer} reading={reading} onOpened={onOpened} />
      <div className={styles.open}>
        <LayerActions image={image} layer={layer} onChanged={onChanged} files={files.map(({ file }) => file)} />
      </div>
      {problemList.length === 0 ? undefined : (
        <ul className={workspaceStyles.review} aria-label="Problems">
          {problemList.map((one) => (
            <li key={`${fileProblemPlace(one)} ${one.message}`} className={workspaceStyles.problem}>
              <VisibleText text={`${fileProblemPlace(one)}: ${one.message}`} />
            </li>
          ))}
        </ul>
      )}
      <Tabs
        label="Parts of the layer"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'review', label: 'What will run', content: <Review reading={reading} /> },
          { id: 'tools', label: `Tools (${toolList.length})`, content: <ToolsRead {...parts} /> },
          { id: 'skills', label: `Skills (${skillList.length})`, content: <SkillsRead {...parts} /> },
          { id: 'schedules', label: `Schedules (${taskList.length})`, content: <TasksRead {...parts} /> },
          { id: 'files', label: `Files (${files.length})`, content: <LayerFiles {...parts} /> },
          { id: 'compare', label: 'Compare', content: <DifferencesTab image={image} layer={layer} /> },
        ]}
      />
    </div>
  );
}

function Review({ reading: { review, comparedWith } }: { readonly reading: LayerReading }) {
  return (
    <section className={workspaceStyles.pane} aria-label="What will run">
      {comparedWith === undefined ? undefined : (
        <p className={styles.fact}>
          {review.changes.length === 0 ? 'What runs is as in ' : 'What differs is shown beside '}
          <VisibleText text={comparedWith} />, which you trust.
        </p>
      )}
      <ReviewedFiles review={review} />
    </section>
  );
}

function useReading(path: string, layer: string) {
  const api = useApi();
  const [reading, setReading] = useState<LayerReading | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  useEffect(() => {
    const ending = new AbortController();
    api.workspaceImages.readLayer({ path, layer }, { signal: ending.signal }).then(
      (next) => ending.signal.aborted || setReading(next),
      (error: unknown) => ending.signal.aborted || setProblem(errorText(error)),
    );
    return () => ending.abort();
  }, [api, path, layer]);
  return { reading, problem };
}
