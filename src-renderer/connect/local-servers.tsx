import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi, useConnection } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { plural } from '../ui/format.ts';
import { SelectField } from '../ui/select-field.tsx';
import { Spinner } from '../ui/spinner.tsx';
import styles from './local-servers.module.css';
import { useConnectionTest } from './use-connection-test.ts';

interface LocalServer {
  readonly name: string;
  readonly baseUrl: string;
  readonly models: readonly string[];
}

type ServerSearch =
  | { readonly status: 'looking' }
  | { readonly status: 'found'; readonly servers: readonly LocalServer[] }
  | { readonly status: 'failed'; readonly text: string };

/** Model servers that answer on this machine, each one click from use. */
export function LocalServers({ onConnected }: { readonly onConnected?: () => void }) {
  const api = useApi();
  const { epoch } = useConnection();
  const [search, setSearch] = useState<ServerSearch>({ status: 'looking' });
  const look = useCallback(() => {
    setSearch({ status: 'looking' });
    api.profiles.localServers().then(
      (servers) => setSearch({ status: 'found', servers }),
      (error: unknown) => setSearch({ status: 'failed', text: errorText(error) }),
    );
  }, [api]);
  const latest = useRef(search);
  latest.current = search;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another connection is a reason to look again.
  useEffect(() => {
    // What was found stays, with the model that is chosen and what a try of it came to.
    if (latest.current.status !== 'found') look();
  }, [look, epoch]);

  if (search.status === 'looking') return <Spinner label="Looking for model servers on this machine" />;
  if (search.status === 'failed') return <Banner level="warning">{search.text}</Banner>;
  if (search.servers.length === 0) {
    return (
      <p className={styles.none}>
        No model server answers on this machine (Ollama, LM Studio, llama.cpp).
        <IconButton label="Look again" icon="refresh" size="small" onClick={look} />
      </p>
    );
  }
  return (
    <ul className={styles.servers} aria-label="Model servers on this machine">
      {search.servers.map((server) => (
        <ServerRow key={server.baseUrl} server={server} {...(onConnected === undefined ? {} : { onConnected })} />
      ))}
    </ul>
  );
}

function ServerRow({ server, onConnected }: { readonly server: LocalServer; readonly onConnected?: () => void }) {
  const { name, baseUrl, models } = server;
  const [model, setModel] = useState(models[0] ?? '');
  const trial = useConnectionTest();
  const connect = async () => {
    if (await trial.connect({ baseUrl, model })) onConnected?.();
  };
  const failure = trial.problem ?? (trial.result?.ok === false ? trial.result.message : undefined);
  return (
    <li className={styles.server}>
      <div className={styles.row}>
        <span className={styles.name}>
          <strong>{name}</strong>
          <span className={styles.address}>
            {baseUrl}, {plural(models.length, 'model')}
          </span>
        </span>
        {models.length > 1 ? (
          <SelectField
            label={`Model of ${name}`}
            isLabelHidden
            value={model}
            choices={models.map((value) => ({ value, label: value }))}
            onChange={setModel}
          />
        ) : undefined}
        <Button disabled={trial.state === 'connecting' || models.length === 0} onClick={() => void connect()}>
          {trial.state === 'connecting' ? 'Connecting…' : models.length === 1 ? `Use ${model}` : 'Use it'}
        </Button>
      </div>
      {failure === undefined ? undefined : <Banner level="error">{failure}</Banner>}
    </li>
  );
}
