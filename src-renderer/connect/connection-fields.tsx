import { type ReactNode, useId } from 'react';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import {
  type ConnectionDraft,
  goesWithoutKey,
  type ProtocolChoice,
  presetDefaults,
  protocolOf,
  usualProtocol,
} from './connection-draft.ts';
import styles from './connection-form.module.css';

interface FieldsProps {
  readonly draft: ConnectionDraft;
  readonly problems: Partial<Record<keyof ConnectionDraft, string>>;
  readonly onChange: (change: Partial<ConnectionDraft>) => void;
}

const PROTOCOLS = { openai: 'OpenAI’s chat completions', anthropic: 'Anthropic’s messages' } as const;
const HINTS = {
  openai:
    'An OpenAI-compatible server; the path ends where /chat/completions begins. Or unix: and the path of a socket.',
  anthropic: 'A server of Anthropic’s protocol; requests go to /v1/messages below it.',
} as const;

export interface ServerFieldsProps extends FieldsProps {
  /** Models that the server has told of. */
  readonly models: readonly string[];
  /** Whether the form was opened to be filled in, and begins here. */
  readonly hasFirstFocus?: boolean;
}

/** Fields of the server's address, its protocol and the model. */
export function ServerFields({ draft, problems, models, hasFirstFocus = false, onChange }: ServerFieldsProps) {
  const list = useId();
  const usual = presetDefaults(draft);
  return (
    <>
      <TextField
        label="Base URL"
        autoFocus={hasFirstFocus}
        data-first-focus={hasFirstFocus ? '' : undefined}
        inputMode="url"
        value={draft.baseUrl}
        placeholder={usual.baseUrl}
        hint={HINTS[protocolOf(draft) ?? 'openai']}
        error={problems.baseUrl}
        onChange={(event) => onChange({ baseUrl: event.target.value })}
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
      <ProtocolField draft={draft} onChange={onChange} />
    </>
  );
}

/** Choice of the protocol; the usual one of the preset stands for "not set". */
function ProtocolField({ draft, onChange }: Pick<FieldsProps, 'draft' | 'onChange'>) {
  const usual = usualProtocol(draft.preset) ?? 'openai';
  const other = usual === 'openai' ? 'anthropic' : 'openai';
  return (
    <SelectField
      label="Protocol"
      value={draft.protocol === usual ? '' : draft.protocol}
      choices={[
        { value: '', label: PROTOCOLS[usual] },
        { value: other, label: PROTOCOLS[other] },
      ]}
      onChange={(value) => onChange({ protocol: value as ProtocolChoice })}
    />
  );
}

export interface KeyFieldsProps extends FieldsProps {
  /** Says what an empty field means. */
  readonly placeholder: string;
  /** Place where a typed key is kept. */
  readonly children?: ReactNode;
}

/** Choice between no key and a key that is sent; a kept one is never shown. */
export function KeyFields({ draft, problems, placeholder, onChange, children }: KeyFieldsProps) {
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
      {isWithout ? undefined : (
        <>
          <TextField
            label="API key"
            type="password"
            value={draft.key}
            placeholder={placeholder}
            hint="Sent only to this server."
            error={problems.key}
            onChange={(event) => onChange({ key: event.target.value })}
          />
          {draft.key === '' ? undefined : children}
        </>
      )}
    </>
  );
}
