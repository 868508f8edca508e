import type { KeychainState } from '#contract';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { goesWithoutKey, type KeyPlace, type ProfileDraft } from './profile-draft.ts';
import styles from './profiles-pane.module.css';

export interface KeyFieldsProps {
  readonly draft: ProfileDraft;
  readonly isKnown: boolean;
  readonly keychain: KeychainState | undefined;
  readonly onChange: (change: Partial<ProfileDraft>) => void;
}

const STORES = {
  system: 'The system’s keychain',
  file: 'The encrypted file of Sigma Shell',
  session: 'Nowhere: this run only, as you chose',
} as const;

/** The key that is sent, and where it is kept; what is kept is never shown. */
export function KeyFields({ draft, isKnown, keychain, onChange }: KeyFieldsProps) {
  const isWithout = goesWithoutKey(draft);
  return (
    <>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={isWithout}
          onChange={(event) => onChange({ needsNoKey: event.target.checked, key: '' })}
        />
        This server needs no key
      </label>
      {isWithout ? undefined : <KeyInput {...{ draft, isKnown, keychain, onChange }} />}
    </>
  );
}

function KeyInput({ draft, isKnown, keychain, onChange }: KeyFieldsProps) {
  const choices = [
    { value: 'keychain', label: STORES[keychain?.store ?? 'system'] },
    { value: 'session', label: 'This run only' },
    { value: 'profile', label: 'In the file, readable by anyone who can read the file' },
  ];
  return (
    <>
      <TextField
        label="API key"
        type="password"
        value={draft.key}
        placeholder={isKnown ? 'Unchanged' : 'Asked for when it is needed'}
        hint="Sent only to this server."
        onChange={(event) => onChange({ key: event.target.value })}
      />
      {draft.key === '' ? undefined : (
        <SelectField
          label="The key is kept in"
          value={draft.keyIn}
          choices={choices}
          onChange={(value) => onChange({ keyIn: value as KeyPlace })}
        />
      )}
    </>
  );
}
