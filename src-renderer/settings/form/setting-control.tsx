import { type ChangeEvent, type ComponentPropsWithRef, type KeyboardEvent, useState } from 'react';
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
  if (field.kind === 'text') return <TextSetting {...shared} draft={draft} placeholder={placeholderOf(field)} />;
  return (
    <input
      {...shared}
      className={styles.field}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      value={draft.text}
      aria-invalid={draft.problem !== undefined}
      placeholder={placeholderOf(field)}
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

function placeholderOf({ isNullable, fallback }: SettingField): string | undefined {
  return isNullable ? 'no limit' : fallback === undefined ? 'not set' : undefined;
}

interface TextSettingProps extends Pick<ComponentPropsWithRef<'input'>, 'id' | 'disabled' | 'aria-describedby'> {
  readonly draft: SettingDraft;
  readonly placeholder: string | undefined;
}

/** A text; one of several lines has a field of several, in which Enter begins another. */
function TextSetting({ draft, ...shared }: TextSettingProps) {
  const { text, setText, problem, commit, discard } = draft;
  const lines = text.split('\n').length;
  const [isLong, setLong] = useState(lines > 1);
  if (lines > 1 && !isLong) setLong(true);
  const attributes = {
    ...shared,
    autoComplete: 'off',
    spellCheck: false,
    value: text,
    'aria-invalid': problem !== undefined,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setText(event.target.value),
    onBlur: commit,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Enter' && !isLong) commit();
      if (event.key === 'Escape') discard();
    },
  };
  return isLong ? (
    <textarea {...attributes} className={styles.list} rows={Math.min(Math.max(lines, 2), MAX_LIST_ROWS)} />
  ) : (
    <input {...attributes} className={styles.field} type="text" data-wide="" />
  );
}
