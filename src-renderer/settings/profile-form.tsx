import { type FormEvent, useId, useState } from 'react';
import type { KeychainState } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { useShownProfilesPlace } from '../state/use-profiles.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ConnectionOutcome, useProfileTest } from './connection-outcome.tsx';
import { KeyFields } from './key-fields.tsx';
import {
  fieldsOf,
  keyOf,
  newDraft,
  PROTOCOLS,
  type Preset,
  type ProfileDraft,
  type ProfileProblems,
  type Protocol,
  problemsOf,
  protocolOf,
  TAKES_IMAGES,
  type TakesImages,
  usualOf,
} from './profile-draft.ts';
import styles from './profiles-pane.module.css';
import { RefusalBanner } from './refusal-banner.tsx';
import { useDoing } from './use-doing.ts';

export interface ProfileFormProps {
  readonly initial: ProfileDraft;
  /** It is there already, so its name and its file stand. */
  readonly isKnown: boolean;
  readonly keychain: KeychainState | undefined;
  readonly onClose: () => void;
}

/** One profile: who answers, where, and with which key. What was typed stays until it is saved or the form is left. */
export function ProfileForm({ initial, isKnown, keychain, onClose }: ProfileFormProps) {
  const api = useApi();
  const place = useShownProfilesPlace();
  const id = useId();
  const [draft, setDraft] = useState(initial);
  const [isTried, setIsTried] = useState(false);
  const saving = useDoing();
  const trial = useProfileTest();
  const problems = problemsOf(draft);
  const change = (next: Partial<ProfileDraft>) => setDraft((now) => ({ ...now, ...next }));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (Object.keys(problems).length > 0) return;
    const { scope, name, makeDefault } = draft;
    const isSaved = await saving.run(() =>
      api.profiles.save({
        ...place,
        scope,
        name,
        fields: fieldsOf(draft),
        ...keyOf(draft, isKnown),
        ...(makeDefault && !(isKnown && initial.makeDefault) ? { makeDefault } : {}),
      }),
    );
    if (isSaved) onClose();
  };
  const test = () => {
    const usual = usualOf(draft);
    const protocol = protocolOf(draft);
    void trial.test({
      ...place,
      ...(protocol && { protocol }),
      baseUrl: draft.baseUrl.trim() || usual.baseUrl,
      model: draft.model.trim() || usual.model,
      ...(draft.key === '' ? {} : { key: draft.key }),
      ...(isKnown ? { profile: draft.name } : {}),
    });
  };
  return (
    <Dialog
      open
      size="large"
      title={isKnown ? `Profile ${draft.name}` : 'New profile'}
      onOpenChange={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" disabled={saving.isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form id={id} className={styles.fields} onSubmit={(event) => void save(event)} noValidate>
        <RefusalBanner doing={saving} />
        <Place draft={draft} isKnown={isKnown} problems={isTried ? problems : {}} onChange={change} />
        <Server
          draft={draft}
          problems={isTried || draft.baseUrl !== '' ? problems : {}}
          models={trial.models}
          onChange={change}
        />
        <KeyFields draft={draft} isKnown={isKnown} keychain={keychain} onChange={change} />
        <div className={styles.trial}>
          <Button disabled={trial.isTesting || problems.baseUrl !== undefined} onClick={test}>
            Test connection
          </Button>
          <ConnectionOutcome trial={trial} onChooseModel={(model) => change({ model })} />
        </div>
        <Chat draft={draft} problems={isTried ? problems : {}} onChange={change} />
        <label className={styles.tick}>
          <input
            type="checkbox"
            checked={draft.makeDefault}
            disabled={initial.makeDefault}
            onChange={(event) => change({ makeDefault: event.target.checked })}
          />
          New sessions start with it
        </label>
      </form>
    </Dialog>
  );
}

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

function Place({ draft, isKnown, problems, onChange }: PartProps & { readonly isKnown: boolean }) {
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
        onChange={(value) => onChange({ preset: value as Preset })}
      />
    </>
  );
}

const HINTS = {
  openai:
    'An OpenAI-compatible server; the path ends where /chat/completions begins. Or unix: and the path of a socket.',
  anthropic: 'A server of Anthropic’s protocol; requests go to /v1/messages below it.',
} as const;

function Server({ draft, problems, models, onChange }: PartProps & { readonly models: readonly string[] }) {
  const list = useId();
  const usual = usualOf(draft);
  return (
    <>
      <TextField
        label="Base URL"
        inputMode="url"
        value={draft.baseUrl}
        placeholder={usual.baseUrl}
        hint={HINTS[protocolOf(draft) ?? 'openai']}
        error={problems.baseUrl}
        onChange={(event) => onChange({ baseUrl: event.target.value })}
      />
      <SelectField
        label="Protocol"
        value={draft.protocol}
        choices={PROTOCOLS}
        onChange={(value) => onChange({ protocol: value as Protocol })}
      />
      <TextField
        label="Model"
        list={list}
        value={draft.model}
        placeholder={usual.model}
        hint="“Test connection” lists what the server has."
        error={problems.model}
        onChange={(event) => onChange({ model: event.target.value })}
      />
      <datalist id={list}>
        {models.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** What the model is told, and how much of it at once. */
function Chat({ draft, problems, onChange }: PartProps) {
  const prompt = useId();
  const usual = usualOf(draft);
  return (
    <>
      <div className={styles.prompt}>
        <label htmlFor={prompt}>Prompt</label>
        <textarea
          id={prompt}
          rows={4}
          value={draft.prompt}
          placeholder="What the model is told before everything else"
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
          hint="A longer conversation is condensed. Empty: as the server says, or as is known of the model."
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
