import { useState } from 'react';
import type { SettingsState } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';
import { useLive } from '../state/use-live.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ConnectModelCard } from '../ui/connect-model.tsx';
import { ConnectionForm } from '../ui/connection-form.tsx';
import styles from './model-connection.module.css';

const KEY_WORDS = {
  settings: 'The key comes from the settings file.',
  environment: 'The key comes from the environment.',
  none: 'No key is sent.',
} as const;

/** Which model answers, and the way to another one. */
export function ModelConnection({
  state,
  isDisabled,
}: {
  readonly state: SettingsState;
  readonly isDisabled: boolean;
}) {
  const api = useApi();
  const live = useLive((remote, signal) => remote.model.status(undefined, { signal }), []);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const status = live.status === 'ready' ? live.value : undefined;
  const run = (work: () => Promise<unknown>) => {
    setProblem(undefined);
    work().catch((error: unknown) => setProblem(errorText(error)));
  };
  if (isDisabled) return <Banner level="info">A model can be connected once the settings file is mended.</Banner>;
  if (status === undefined || status.provider === 'none') return <ConnectModelCard />;

  const disconnect = () => run(() => api.settings.set({ key: 'model.provider', value: 'none' }));
  // biome-ignore lint/correctness/useHookAtTopLevel: a procedure of the host, no hook.
  const takeDemo = () => run(() => api.model.useDemo());
  const forgetKey = () => run(() => api.settings.set({ key: 'model.key', value: undefined }));
  return (
    <div className={styles.card}>
      <div className={styles.now}>
        <p className={styles.words}>
          <strong>{status.label}</strong>
          <span>
            {status.provider === 'demo'
              ? 'Scripted and built in; nothing leaves this machine.'
              : KEY_WORDS[status.keyFrom]}
          </span>
        </p>
        {state.hasKey ? (
          <Button size="small" onClick={forgetKey}>
            Forget the key
          </Button>
        ) : undefined}
        {status.provider === 'openai' ? (
          <Button size="small" onClick={takeDemo}>
            Use the demo
          </Button>
        ) : undefined}
        <Button size="small" onClick={disconnect}>
          Disconnect
        </Button>
      </div>
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      <ConnectionForm
        key={`${state.settings.model.base_url} ${state.settings.model.name}`}
        initial={{ baseUrl: state.settings.model.base_url, model: state.settings.model.name }}
        hasKey={state.hasKey}
      />
    </div>
  );
}
