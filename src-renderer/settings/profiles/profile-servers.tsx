import { useEffect, useState } from 'react';
import { useApi, useConnection } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { newDraft, type ProfileDraft } from './profile-draft.ts';
import styles from './profiles-pane.module.css';

interface ProfileServer {
  readonly name: string;
  readonly baseUrl: string;
  readonly models: readonly string[];
}

export interface ProfileServersProps {
  readonly isVisible: boolean;
  readonly onUse: (draft: ProfileDraft) => void;
}

/** Servers that answer on this machine's usual ports: each is a profile that only wants a name. */
export function ProfileServers({ isVisible, onUse }: ProfileServersProps) {
  const api = useApi();
  const { epoch } = useConnection();
  const [servers, setServers] = useState<readonly ProfileServer[] | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn looks again, and each connection.
  useEffect(() => {
    if (!isVisible) return;
    let isCurrent = true;
    setProblem(undefined);
    api.profiles.localServers().then(
      (found) => isCurrent && setServers(found),
      (error: unknown) => isCurrent && setProblem(errorText(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [api, epoch, isVisible, turn]);
  const look = () => {
    setServers(undefined);
    setTurn(turn + 1);
  };
  return (
    <section className={styles.section} aria-label="Servers on this machine">
      <div className={styles.row}>
        <h2 className={styles.heading}>Servers on this machine</h2>
        <Button size="small" variant="ghost" onClick={look}>
          Look again
        </Button>
      </div>
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      {servers === undefined && problem === undefined ? <Spinner label="Looking for local servers" /> : undefined}
      {servers?.length === 0 ? (
        <p className={styles.note}>
          None answers on the usual ports. Start Ollama, LM Studio or llama.cpp, and look again.
        </p>
      ) : undefined}
      <ul className={styles.list}>
        {servers?.map((server) => (
          <li key={server.baseUrl} className={styles.card}>
            <div className={styles.row}>
              <span className={styles.grow}>
                <strong>{server.name}</strong> at {server.baseUrl}, {plural(server.models.length, 'model')}
              </span>
              <Button
                size="small"
                aria-label={`Make a profile of ${server.name}`}
                onClick={() => onUse(draftFor(server))}
              >
                Make a profile…
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Draft of a local server's profile; it needs no key, as every server on this machine. */
function draftFor({ name, baseUrl, models }: ProfileServer): ProfileDraft {
  const isOllama = name.toLowerCase().includes('ollama');
  const named = name.toLowerCase().replace(/[^a-z0-9.-]+/g, '-');
  return newDraft({
    name: named,
    baseUrl,
    model: models[0] ?? '',
    ...(isOllama && { preset: 'ollama' as const }),
  });
}
