import { type FormEvent, useId, useState } from 'react';
import type { Connection, ProfileProtocol } from '#contract';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import styles from './connection-form.module.css';
import { formatDuration } from './format.ts';
import { KeyPlace } from './key-place.tsx';
import { SelectField } from './select-field.tsx';
import { Spinner } from './spinner.tsx';
import { TextField } from './text-field.tsx';
import { type ConnectionTrial, useConnectionTest } from './use-connection-test.ts';

export interface ConnectionFormProps {
  readonly initial?: { readonly baseUrl: string; readonly model: string };
  /** A key is kept on the host for this server; an empty field then means that one. */
  readonly hasKey?: boolean;
  /** Whether the form was opened to be filled in. */
  readonly hasFirstFocus?: boolean;
  readonly onConnected?: () => void;
}

const PROTOCOLS = [
  { value: 'openai', label: 'OpenAI’s chat completions' },
  { value: 'anthropic', label: 'Anthropic’s messages' },
] as const;

/** Address, model, key and protocol of a server, tried before it is used. What was typed stays whatever happens. */
export function ConnectionForm({ initial, hasKey = false, hasFirstFocus = false, onConnected }: ConnectionFormProps) {
  const [baseUrl, setBaseUrl] = useState(initial?.baseUrl ?? 'http://127.0.0.1:11434/v1');
  const [model, setModel] = useState(initial?.model ?? '');
  const [key, setKey] = useState('');
  const [protocol, setProtocol] = useState<ProfileProtocol>();
  const trial = useConnectionTest();
  const models = useId();
  const address = addressProblem(baseUrl);
  const isBusy = trial.state === 'testing' || trial.state === 'connecting';

  const connection: Connection = {
    protocol,
    baseUrl: baseUrl.trim(),
    model: model.trim(),
    ...(key === '' ? {} : { key }),
  };
  const connect = async (insist: boolean) => {
    if (await trial.connect(connection, insist)) onConnected?.();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (address === undefined) void connect(false);
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Base URL"
        autoFocus={hasFirstFocus}
        data-first-focus={hasFirstFocus ? '' : undefined}
        inputMode="url"
        value={baseUrl}
        error={address}
        onChange={(event) => setBaseUrl(event.target.value)}
      />
      <TextField
        label="Model"
        list={models}
        value={model}
        hint="“Test connection” lists what the server has."
        onChange={(event) => setModel(event.target.value)}
      />
      <datalist id={models}>
        {trial.result?.models.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        label="API key"
        type="password"
        value={key}
        placeholder={hasKey ? 'The kept key is used' : 'None needed on most local servers'}
        hint="Sent to this server alone."
        onChange={(event) => setKey(event.target.value)}
      />
      {key === '' ? undefined : <KeyPlace />}
      <Protocol value={protocol} onChange={setProtocol} />
      <ConnectionResult trial={trial} onChooseModel={setModel} onInsist={() => void connect(true)} />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" disabled={isBusy || address !== undefined}>
          Connect
        </Button>
        <Button disabled={isBusy || address !== undefined} onClick={() => void trial.test(connection)}>
          Test connection
        </Button>
        {isBusy ? <Spinner label={trial.state === 'testing' ? 'Testing' : 'Connecting'} /> : undefined}
      </div>
    </form>
  );
}

interface OutcomeProps {
  readonly trial: ConnectionTrial;
  readonly onChooseModel: (name: string) => void;
  readonly onInsist: () => void;
}

const MAX_OFFERED = 8;

function ConnectionResult({ trial: { state, result, problem }, onChooseModel, onInsist }: OutcomeProps) {
  if (problem !== undefined) return <Banner level="error">{problem}</Banner>;
  if (result?.ok === false) {
    return (
      <Banner
        level="error"
        title="The server was not reached as it is set up."
        actions={
          <Button size="small" onClick={onInsist}>
            Connect anyway
          </Button>
        }
      >
        {result.message}
        {result.advice === undefined ? '' : `\n${result.advice}`}
        <OfferedModels models={result.models} onChooseModel={onChooseModel} />
      </Banner>
    );
  }
  if (state === 'connected') return <Banner level="success">Connected.</Banner>;
  if (result === undefined) return undefined;
  return (
    <Banner level="success">
      {result.message} ({formatDuration(result.durationMs)})
      <OfferedModels models={result.models} onChooseModel={onChooseModel} />
    </Banner>
  );
}

function OfferedModels({
  models,
  onChooseModel,
}: { readonly models: readonly string[] } & Pick<OutcomeProps, 'onChooseModel'>) {
  if (models.length === 0) return undefined;
  return (
    <ul className={styles.models} aria-label="Models of the server">
      {models.slice(0, MAX_OFFERED).map((name) => (
        <li key={name}>
          <Button size="small" onClick={() => onChooseModel(name)}>
            {name}
          </Button>
        </li>
      ))}
      {models.length > MAX_OFFERED ? <li>and {models.length - MAX_OFFERED} more</li> : undefined}
    </ul>
  );
}

interface ProtocolProps {
  readonly value: ProfileProtocol | undefined;
  readonly onChange: (protocol: ProfileProtocol | undefined) => void;
}

function Protocol({ value = 'openai', onChange }: ProtocolProps) {
  return (
    <SelectField
      label="Protocol"
      value={value}
      choices={PROTOCOLS}
      onChange={(protocol) => onChange(chosenProtocol(protocol))}
    />
  );
}

/** Parses the chosen protocol; undefined for OpenAI's. */
function chosenProtocol(protocol: string): ProfileProtocol | undefined {
  return protocol === 'anthropic' ? protocol : undefined;
}

function addressProblem(text: string): string | undefined {
  const isWeb = /^https?:\/\/[^\s/]+/i.test(text.trim()) && URL.canParse(text.trim());
  const isSocket = /^unix:(\/\/)?\/[^/]/i.test(text.trim());
  return isWeb || isSocket
    ? undefined
    : 'An address that begins with http:// or https://, such as http://127.0.0.1:11434/v1, or unix: and the path of a socket';
}
