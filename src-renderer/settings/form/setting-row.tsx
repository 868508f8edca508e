import { useId } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { choiceWords } from './choice-words.ts';
import { listText } from './list-text.ts';
import { SettingControl } from './setting-control.tsx';
import type { SettingField } from './setting-fields.ts';
import styles from './setting-row.module.css';
import { useSettingDraft } from './use-setting-draft.ts';

export interface SettingRowProps {
  readonly field: SettingField;
  readonly value: unknown;
  readonly isDisabled: boolean;
}

/** A setting with its words, its control, what is wrong with it, and the way back to its default. */
export function SettingRow({ field, value, isDisabled }: SettingRowProps) {
  const id = useId();
  const draft = useSettingDraft(field, value);
  const isChanged = value !== undefined && JSON.stringify(value) !== JSON.stringify(field.fallback);
  const notes = `${id}-notes`;
  return (
    <div className={styles.row} data-setting={field.key}>
      <div className={styles.words}>
        <label htmlFor={id} className={styles.title}>
          {field.title}
        </label>
        <p id={notes} className={styles.description}>
          {field.description}
          {boundsWords(field)}
        </p>
      </div>
      <div className={styles.control}>
        <SettingControl id={id} describedBy={notes} field={field} draft={draft} isDisabled={isDisabled} />
        <span className={styles.reset}>
          {isChanged && !isDisabled ? (
            <IconButton
              label={`Reset ${field.title} to ${fallbackWords(field)}`}
              icon="undo"
              size="small"
              onClick={() => draft.save(undefined)}
            />
          ) : undefined}
        </span>
      </div>
      {draft.problem === undefined ? undefined : (
        <p className={styles.problem} role="alert">
          {draft.problem}
        </p>
      )}
    </div>
  );
}

function fallbackWords({ key, fallback, isNullable }: SettingField): string {
  if (fallback === null && isNullable) return 'no limit';
  if (Array.isArray(fallback)) return listText(fallback);
  return fallback === undefined ? 'unset' : choiceWords(key, String(fallback));
}

function boundsWords({ minimum, maximum, isNullable, fallback, kind }: SettingField): string {
  if (kind !== 'number' && kind !== 'integer') return '';
  const hasBounds = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  const bounds = hasBounds ? `${formatNumber(minimum)} to ${formatNumber(maximum)}` : '';
  const usual = typeof fallback === 'number' ? `usually ${formatNumber(fallback)}` : '';
  const words = [bounds, usual, isNullable ? 'empty: no limit' : ''].filter(Boolean).join(', ');
  return words === '' ? '' : ` (${words})`;
}

const formatNumber = (value: number) => value.toLocaleString('en');
