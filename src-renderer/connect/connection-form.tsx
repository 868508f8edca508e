import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import {
  addressProblem,
  type ConnectionDraft,
  connectionOf,
  EMPTY_CONNECTION,
  isOtherServer,
} from './connection-draft.ts';
import { KeyFields, ServerFields } from './connection-fields.tsx';
import styles from './connection-form.module.css';
import { ConnectionTestRow } from './connection-outcome.tsx';
import { KeyPlace } from './key-place.tsx';
import { useConnectionTest } from './use-connection-test.ts';

export interface ConnectionFormProps {
  /** Whether the form was opened to be filled in. */
  readonly hasFirstFocus?: boolean;
  readonly onConnected?: () => void;
}

/** Address, model, key and protocol of a server, tried before it is used. What was typed stays whatever happens. */
export function ConnectionForm({ hasFirstFocus = false, onConnected }: ConnectionFormProps) {
  const [draft, setDraft] = useState<ConnectionDraft>(EMPTY_CONNECTION);
  const trial = useConnectionTest();
  const address = addressProblem(draft.baseUrl);
  const isBusy = trial.state === 'testing' || trial.state === 'connecting';
  const isUnusable = isBusy || address !== undefined;
  const [isTried, setIsTried] = useState(false);
  const isKeyMissing = draft.needsNoKey === false && draft.key === '';
  const problems = {
    ...(address !== undefined && { baseUrl: address }),
    ...(isTried && isKeyMissing && { key: 'Type the key, or tick “This server needs no key”.' }),
  };
  const change = (next: Partial<ConnectionDraft>) => {
    if (isOtherServer(next) && trial.state !== 'connecting') trial.reset();
    setDraft((now) => ({ ...now, ...next }));
  };
  const connect = async (insist: boolean) => {
    if (await trial.connect(connectionOf(draft), insist)) onConnected?.();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!isUnusable && !isKeyMissing) void connect(false);
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <ServerFields
        draft={draft}
        problems={problems}
        hasFirstFocus={hasFirstFocus}
        models={trial.result?.models ?? []}
        onChange={change}
      />
      <KeyFields draft={draft} problems={problems} placeholder="Asked for when it is needed" onChange={change}>
        <KeyPlace />
      </KeyFields>
      <ConnectionTestRow
        trial={trial}
        disabled={address !== undefined}
        onTest={() => void trial.test(connectionOf(draft))}
        onChooseModel={(model) => change({ model })}
        actions={
          <Button size="small" onClick={() => void connect(true)}>
            Connect anyway
          </Button>
        }
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" disabled={isUnusable}>
          Connect
        </Button>
      </div>
    </form>
  );
}
