import { type FormEvent, useId, useState } from 'react';
import type { KeychainState } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { RefusalBanner } from '../file/refusal-banner.tsx';
import { useSettingsAction } from '../use-settings-action.ts';
import styles from './profiles-pane.module.css';

type KeyStore = KeychainState['store'];

const STORES: readonly { readonly id: KeyStore; readonly title: string; readonly text: string }[] = [
  { id: 'system', title: 'The system’s keychain', text: 'Other programs of yours keep their secrets there, too.' },
  {
    id: 'file',
    title: 'An encrypted file',
    text: 'Beside the settings; you are asked for its passphrase once per start. Lost passphrases cannot be recovered.',
  },
  { id: 'session', title: 'This run only', text: 'Nothing is kept: keys are asked for again after a restart.' },
];

/** Card about the storage of keys, and its choice. */
export function KeychainCard({ state }: { readonly state: KeychainState }) {
  const api = useApi();
  const name = useId();
  const doing = useSettingsAction();
  const [isAsking, setIsAsking] = useState(false);
  const isLocked = state.store === 'file' && state.file === 'locked';
  const isGone = state.store === 'file' && state.file === 'none';
  const choose = (store: KeyStore) => {
    setIsAsking(store === 'file' && state.store !== 'file');
    if (store !== 'file') void doing.run(() => api.keychain.choose({ store }));
  };
  const withPassphrase = async (passphrase: string) => {
    const work = () =>
      isLocked ? api.keychain.unlock({ passphrase }) : api.keychain.choose({ store: 'file', passphrase });
    if (await doing.run(work)) setIsAsking(false);
  };
  // What is chosen and cannot be used keeps nothing: keys last for this run then.
  const inUse: KeyStore =
    (state.store === 'system' && state.systemProblem !== undefined) || isGone ? 'session' : state.store;
  const chosen: KeyStore = isAsking ? 'file' : state.store;
  return (
    <section className={styles.section} aria-label="Where keys are kept" data-section="keychain">
      <h2 className={styles.heading}>Where keys are kept</h2>
      <div className={styles.card} role="radiogroup" aria-label="Where keys are kept">
        {STORES.map(({ id, title, text }) => (
          <label key={id} className={styles.choice}>
            <input
              type="radio"
              name={name}
              checked={chosen === id}
              disabled={doing.isBusy}
              onChange={() => choose(id)}
            />
            <span>
              {title} {inUse === id ? <Badge tone="accent">in use</Badge> : undefined}
              {state.store === id && inUse !== id ? <Badge tone="warning">does not answer</Badge> : undefined}
              <span className={styles.note}>{text}</span>
            </span>
          </label>
        ))}
      </div>
      <SystemProblem state={state} />
      {isLocked ? (
        <Banner level="warning">The encrypted file is locked; type its passphrase to use its keys.</Banner>
      ) : undefined}
      {isGone ? (
        <Banner level="warning">
          There is no encrypted file yet; a passphrase makes one. Until then keys last for this run only.
        </Banner>
      ) : undefined}
      <RefusalBanner doing={doing} />
      {isLocked || isGone || isAsking ? (
        <Passphrase
          isNew={state.file === 'none'}
          label={isLocked ? 'Unlock' : 'Use the encrypted file'}
          isBusy={doing.isBusy}
          onGiven={(passphrase) => void withPassphrase(passphrase)}
        />
      ) : undefined}
    </section>
  );
}

function SystemProblem({ state: { store, systemProblem } }: { readonly state: KeychainState }) {
  if (systemProblem === undefined) return undefined;
  if (store !== 'system') return <Banner level="info">{systemProblem}</Banner>;
  return (
    <Banner level="warning" title="Keys last for this run only until you choose another place.">
      {systemProblem}
    </Banner>
  );
}

interface PassphraseProps {
  /** The file is made with it: it is typed twice. */
  readonly isNew: boolean;
  readonly label: string;
  readonly isBusy: boolean;
  readonly onGiven: (passphrase: string) => void;
}

/** Least length of a passphrase, as in the contract. */
const LEAST = 8;

function Passphrase({ isNew, label, isBusy, onGiven }: PassphraseProps) {
  const [text, setText] = useState('');
  const [again, setAgain] = useState('');
  const isShort = text.length < LEAST;
  const differs = isNew && again !== text;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isShort && !differs) onGiven(text);
  };
  return (
    <form className={styles.pair} onSubmit={submit}>
      <TextField
        label="Passphrase"
        type="password"
        value={text}
        hint={`At least ${LEAST} characters`}
        onChange={(event) => setText(event.target.value)}
      />
      {isNew ? (
        <TextField
          label="Passphrase again"
          type="password"
          value={again}
          error={again !== '' && differs ? 'They are not the same.' : undefined}
          onChange={(event) => setAgain(event.target.value)}
        />
      ) : undefined}
      <Button type="submit" variant="primary" disabled={isBusy || isShort || differs}>
        {label}
      </Button>
    </form>
  );
}
