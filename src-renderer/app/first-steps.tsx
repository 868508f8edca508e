import { useApi } from '../api/api-context.tsx';
import { useLayout } from '../state/layout.tsx';
import { CONNECT, NEW_AGENT, useNavigation } from '../state/navigation.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { focusViewSoon } from '../ui/view-focus.ts';
import styles from './first-steps.module.css';

/** Hints shown beside the first shell prompt. Sessions, Settings and Workspaces give more hints themselves. */
export function FirstSteps() {
  const api = useApi();
  const { view, open } = useNavigation();
  const [isDismissed, setIsDismissed] = useLayout('first-steps.dismissed', false);
  if (isDismissed || view === 'sessions' || view === 'settings' || view === 'workspaces') return undefined;
  const tryDemo = () => {
    open('sessions');
    focusViewSoon('sessions');
    // biome-ignore lint/correctness/useHookAtTopLevel: a procedure of the host, no hook.
    void api.profiles.useDemo({ on: true }).catch(() => open('settings', 'model'));
  };
  return (
    <section className={styles.steps} aria-label="First steps">
      <Icon name="model" />
      <p className={styles.text}>
        <strong>Connect a model</strong> to work beside you, or try the built-in demo: no account, no network.
      </p>
      <Button size="small" variant="primary" onClick={() => open('sessions', CONNECT)}>
        Connect a model
      </Button>
      <Button size="small" onClick={tryDemo}>
        Try the demo
      </Button>
      <Button size="small" onClick={() => open('workspaces', NEW_AGENT)}>
        Try a sample agent
      </Button>
      <IconButton label="Dismiss" icon="close" size="small" onClick={() => setIsDismissed(true)} />
    </section>
  );
}
