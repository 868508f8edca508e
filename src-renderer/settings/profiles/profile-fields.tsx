import { useId } from 'react';
import { type PresetChoice, presetDefaults } from '../../connect/connection-draft.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { newDraft, type ProfileDraft, type ProfileProblems, TAKES_IMAGES, type TakesImages } from './profile-draft.ts';
import styles from './profiles-pane.module.css';

interface PartProps {
  readonly draft: ProfileDraft;
  readonly problems: ProfileProblems;
  readonly onChange: (change: Partial<ProfileDraft>) => void;
}

const SCOPES = [
  { value: 'global', label: 'Your own file, for every folder' },
  { value: 'local', label: 'The file of this folder' },
];
const PRESETS = [
  { value: '', label: 'none' },
  { value: 'openai', label: 'OpenAI' },
  { value: 'ollama', label: 'Ollama on this machine' },
  { value: 'anthropic', label: 'Anthropic' },
  { value: 'openrouter', label: 'OpenRouter' },
];

/** Fields for the name, the file and the preset of a profile. */
export function PlaceFields({ draft, isKnown, problems, onChange }: PartProps & { readonly isKnown: boolean }) {
  return (
    <>
      {isKnown ? undefined : (
        <>
          <TextField
            label="Name"
            value={draft.name}
            placeholder={newDraft().preset || 'openai'}
            error={problems.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
          <SelectField
            label="Written to"
            value={draft.scope}
            choices={SCOPES}
            onChange={(value) => onChange({ scope: value === 'local' ? 'local' : 'global' })}
          />
        </>
      )}
      <SelectField
        label="Preset"
        value={draft.preset}
        choices={PRESETS}
        onChange={(value) => onChange({ preset: value as PresetChoice })}
      />
    </>
  );
}

/** Fields of the model's instructions and the context size. */
export function ChatFields({ draft, problems, onChange }: PartProps) {
  const prompt = useId();
  const usual = presetDefaults(draft);
  return (
    <>
      <div className={styles.prompt}>
        <label htmlFor={prompt}>Prompt</label>
        <textarea
          id={prompt}
          rows={4}
          value={draft.prompt}
          placeholder="Instructions that the model gets before everything else"
          onChange={(event) => onChange({ prompt: event.target.value })}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          label="Requests at once"
          inputMode="numeric"
          value={draft.concurrency}
          placeholder={usual.concurrency}
          error={problems.concurrency}
          onChange={(event) => onChange({ concurrency: event.target.value })}
        />
        <TextField
          label="Context, in tokens"
          inputMode="numeric"
          value={draft.context}
          placeholder={usual.context}
          hint="A longer conversation is compacted. Empty: the limit that the server reports, or the known limit of the model."
          error={problems.context}
          onChange={(event) => onChange({ context: event.target.value })}
        />
        <SelectField
          label="Images"
          value={draft.images}
          choices={TAKES_IMAGES}
          onChange={(images) => onChange({ images: images as TakesImages })}
        />
      </div>
    </>
  );
}
