import { useEffect, useId, useState } from 'react';
import { CONNECT, useNavigation } from '../state/navigation.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './connect-model.module.css';
import { ConnectionForm } from './connection-form.tsx';
import { LocalServers } from './local-servers.tsx';
import { useConnectionTest } from './use-connection-test.ts';

/** Three ways to a model: a server on this machine, one by its address, or the built-in demo. */
export function ConnectModelCard({ onConnected }: { readonly onConnected?: () => void }) {
  const heading = useId();
  const [isFormOpen, setIsFormOpen] = useState(false);
  const { target, count } = useNavigation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request counts.
  useEffect(() => {
    if (target === CONNECT) setIsFormOpen(true);
  }, [target, count]);
  const demo = useConnectionTest();
  const tryDemo = async () => {
    if (await demo.connectDemo()) onConnected?.();
  };
  const connected = onConnected === undefined ? {} : { onConnected };
  return (
    <section className={styles.card} aria-labelledby={heading}>
      <header className={styles.header}>
        <Icon name="model" size={18} />
        <h2 id={heading} className={styles.title}>
          Connect a model
        </h2>
      </header>
      <p className={styles.text}>No account is needed. What you send goes to the server you choose and nowhere else.</p>
      <LocalServers {...connected} />
      {isFormOpen ? <ConnectionForm hasFirstFocus {...connected} /> : undefined}
      {demo.problem === undefined ? undefined : <Banner level="error">{demo.problem}</Banner>}
      <div className={styles.buttons}>
        <Button
          variant={isFormOpen ? 'default' : 'primary'}
          disabled={demo.state !== 'idle'}
          onClick={() => void tryDemo()}
        >
          Try the demo
        </Button>
        {isFormOpen ? undefined : <Button onClick={() => setIsFormOpen(true)}>Enter an address…</Button>}
        <span className={styles.note}>The demo is scripted and needs no network.</span>
      </div>
    </section>
  );
}
