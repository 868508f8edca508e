import type { KeychainState } from '#contract';
import { SelectField } from '../../ui/select-field.tsx';
import type { KeyPlace, ProfileDraft } from './profile-draft.ts';

export interface KeyStorageProps {
  readonly draft: ProfileDraft;
  readonly keychain: KeychainState | undefined;
  readonly onChange: (change: Partial<ProfileDraft>) => void;
}

const STORES = {
  system: 'The system’s keychain',
  file: 'The encrypted file of Sigma Shell',
  session: 'Nowhere: this run only, as you chose',
} as const;

/** Choice of the place where a typed key is kept. */
export function KeyStorage({ draft, keychain, onChange }: KeyStorageProps) {
  const choices = [
    { value: 'keychain', label: STORES[keychain?.store ?? 'system'] },
    { value: 'session', label: 'This run only' },
    { value: 'profile', label: 'In the file, readable by anyone who can read the file' },
  ];
  return (
    <SelectField
      label="The key is kept in"
      value={draft.keyIn}
      choices={choices}
      onChange={(value) => onChange({ keyIn: value as KeyPlace })}
    />
  );
}
