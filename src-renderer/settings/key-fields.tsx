import type { KeychainState } from '#contract';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { KeyPlace, ProfileDraft } from './profile-draft.ts';

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
  const choices = [
    { value: 'keychain', label: STORES[keychain?.store ?? 'system'] },
    { value: 'session', label: 'This run only' },
    { value: 'profile', label: 'In the file, readable by whoever reads the file' },
  ];
  return (
    <>
      <TextField
        label="API key"
        type="password"
        value={draft.key}
        placeholder={isKnown ? 'As it is' : 'None needed on most local servers'}
        hint="Sent to this server alone."
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
