import { useEffect, useState } from 'react';
import type { ImageLayer, ImageSummary, LayerDifference } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { plural } from '../../ui/format.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import workspaceStyles from '../workspaces.module.css';
import { layerName } from './layer-order.ts';
import styles from './reading-room.module.css';

interface LayerComparison {
  readonly differences: readonly LayerDifference[];
  readonly isCut: boolean;
}

const MARKS = { added: '+', deleted: '−', changed: '~' } as const;

/** Differences between a layer and another one of the image: its parent, unless another is chosen. */
export function DifferencesTab({ image, layer }: { readonly image: ImageSummary; readonly layer: ImageLayer }) {
  const others = image.layers.filter(({ uuid }) => uuid !== layer.uuid);
  const [from, setFrom] = useState(layer.parent ?? others[0]?.uuid);
  const { compared, problem } = useLayerComparison(image.path, from, layer.uuid);
  if (from === undefined) return <p className={workspaceStyles.pane}>The image has no other layer.</p>;
  return (
    <div className={workspaceStyles.pane}>
      <SelectField
        label="Compare with"
        choices={others.map((one) => ({ value: one.uuid, label: layerName(one) }))}
        value={from}
        onChange={setFrom}
      />
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      {compared === undefined ? (
        problem === undefined && <Spinner label="Comparing the layers" />
      ) : (
        <Differences compared={compared} />
      )}
    </div>
  );
}

export function Differences({ compared: { differences, isCut } }: { readonly compared: LayerComparison }) {
  if (differences.length === 0) return <p>The layers show the same.</p>;
  return (
    <>
      <ul className={styles.changes} aria-label="Differences">
        {differences.map(({ path, change }) => (
          <li key={path} data-change={change} title={change}>
            {MARKS[change]} <VisibleText text={path} />
          </li>
        ))}
      </ul>
      {isCut ? (
        <p className={styles.fact}>The first {plural(differences.length, 'difference')} are shown.</p>
      ) : undefined}
    </>
  );
}

function useLayerComparison(path: string, from: string | undefined, to: string) {
  const api = useApi();
  const [compared, setCompared] = useState<LayerComparison | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (from === undefined) return;
    const ending = new AbortController();
    setCompared(undefined);
    setProblem(undefined);
    api.workspaceImages.compare({ path, from, to }, { signal: ending.signal }).then(
      (next) => ending.signal.aborted || setCompared(next),
      (error: unknown) => ending.signal.aborted || setProblem(errorText(error)),
    );
    return () => ending.abort();
  }, [api, path, from, to]);
  return { compared, problem };
}
