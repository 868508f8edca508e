import { choiceWords } from './choice-words.ts';
import styles from './setting-control.module.css';
import type { SettingField } from './setting-fields.ts';
import type { SettingDraft } from './use-setting-draft.ts';

export interface SettingControlProps {
  readonly id: string;
  readonly describedBy: string;
  readonly field: SettingField;
  readonly draft: SettingDraft;
  readonly isDisabled: boolean;
}

/** Characters that a line of a list shows, and lines at most. */
const LIST_COLUMNS = 34;
const MAX_LIST_ROWS = 8;

/** The control for a setting's kind. Choices are saved at once, what is typed with Enter or on leaving; Esc takes it back. */
export function SettingControl({ id, describedBy, field, draft, isDisabled }: SettingControlProps) {
  const shared = { id, 'aria-describedby': describedBy, disabled: isDisabled };
  if (field.kind === 'switch') {
    return (
      <input
        {...shared}
        type="checkbox"
        className={styles.switch}
        checked={draft.text === 'true'}
        onChange={(event) => draft.save(event.target.checked)}
      />
    );
  }
  if (field.kind === 'choice') {
    return (
      <select
        {...shared}
        className={styles.field}
        value={draft.text}
        onChange={(event) => draft.save(event.target.value)}
      >
        {field.choices.map((choice) => (
          <option key={choice} value={choice}>
            {choiceWords(field.key, choice)}
          </option>
        ))}
      </select>
    );
  }
  if (field.kind === 'list') {
    return (
      <textarea
        {...shared}
        className={styles.list}
        rows={Math.min(Math.max(Math.ceil(draft.text.length / LIST_COLUMNS), 1), MAX_LIST_ROWS)}
        autoComplete="off"
        spellCheck={false}
        value={draft.text}
        aria-invalid={draft.problem !== undefined}
        onChange={(event) => draft.setText(event.target.value)}
        onBlur={draft.commit}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') {
            event.preventDefault();
            draft.commit();
          }
          if (event.key === 'Escape') draft.discard();
        }}
      />
    );
  }
  const isNumber = field.kind === 'number' || field.kind === 'integer';
  return (
    <input
      {...shared}
      className={styles.field}
      type="text"
      inputMode={isNumber ? 'decimal' : 'text'}
      data-wide={isNumber ? undefined : ''}
      autoComplete="off"
      spellCheck={false}
      value={draft.text}
      aria-invalid={draft.problem !== undefined}
      placeholder={field.isNullable ? 'no limit' : field.fallback === undefined ? 'not set' : undefined}
      onChange={(event) => draft.setText(event.target.value)}
      onBlur={draft.commit}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') draft.commit();
        if (event.key === 'Escape') draft.discard();
      }}
    />
  );
}
