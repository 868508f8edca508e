import type { PromptRecord } from '#contract';
import { TextField } from '../../ui/text-field.tsx';
import styles from './details-pane.module.css';
import type { Workbench } from './use-workbench.ts';

export interface DetailsPaneProps {
  readonly bench: Workbench;
  readonly record: PromptRecord;
  readonly edit: (step: (record: PromptRecord) => PromptRecord) => void;
}

const SCENES = ['chat', 'completion', 'codereview'] as const;

/** Name, purpose and scenes of a prompt, and what it refers to. */
export function DetailsPane({ bench, record, edit }: DetailsPaneProps) {
  const { details } = bench;
  return (
    <div className={styles.pane}>
      <TextField
        label="Name"
        value={record.name}
        onChange={({ target }) => edit((now) => ({ ...now, name: target.value }))}
      />
      <TextField
        label="Description"
        value={record.description ?? ''}
        onChange={({ target }) => edit((now) => ({ ...now, description: target.value }))}
      />
      <fieldset className={styles.scenes}>
        <legend>Made for</legend>
        {SCENES.map((scene) => (
          <label key={scene}>
            <input
              type="checkbox"
              checked={record.supports.includes(scene)}
              onChange={({ target }) =>
                edit((now) => ({
                  ...now,
                  supports: target.checked ? [...now.supports, scene] : now.supports.filter((one) => one !== scene),
                }))
              }
            />{' '}
            {scene}
          </label>
        ))}
      </fieldset>
      {details === undefined ? undefined : (
        <dl className={styles.facts}>
          <dt>Key</dt>
          <dd>
            <code>{details.summary.key}</code>
          </dd>
          <dt>Refers to</dt>
          <dd>{details.references.length === 0 ? 'no variables' : details.references.join(', ')}</dd>
          <dt>Calls</dt>
          <dd>{details.functions.length === 0 ? 'no functions' : details.functions.join(', ')}</dd>
        </dl>
      )}
    </div>
  );
}
