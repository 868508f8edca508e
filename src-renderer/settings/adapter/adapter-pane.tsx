import type { AdapterState } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useLive } from '../../state/use-live.ts';
import { Banner } from '../../ui/banner.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { YamlEditor } from '../file/yaml-editor.tsx';
import { AdapterForm } from './adapter-form.tsx';
import styles from './adapter-pane.module.css';
import { AdapterService } from './adapter-service.tsx';
import { AdapterClients, AdapterShells } from './adapter-shells.tsx';

/** The server through which other programs run commands here: on or off, its file, who is connected and what runs. */
export function AdapterPane() {
  const live = useLive((api, signal) => api.adapter.changed(undefined, { signal }), []);
  if (live.status === 'loading') return <Spinner label="Loading the Shell Adapter" />;
  if (live.status === 'failed') return <Banner level="error">{live.error.message}</Banner>;
  const state = live.value;
  return (
    <div className={styles.pane}>
      <p className={styles.intro}>
        Other programs, such as an LLM’s own tools, connect and run commands here, each within the limits below. Risky
        ones ask first, unless the options below say otherwise, and everything they do is on the record.
      </p>
      <AdapterService state={state} />
      {state.isOn ? (
        <>
          <AdapterClients state={state} />
          <AdapterShells state={state} />
        </>
      ) : undefined}
      <AdapterForm state={state} />
      <AdapterFile state={state} />
    </div>
  );
}

const EXAMPLE = `adapter:
  preset: desktop
  session_max_lifetime: 60     # minutes
socketio:
  port: 8087
`;

function AdapterFile({ state }: { readonly state: AdapterState }) {
  const api = useApi();
  return (
    <YamlEditor
      title="File of the Shell Adapter"
      path={state.file}
      yaml={state.yaml}
      placeholder={EXAMPLE}
      problems={state.problems}
      onSave={(yaml) => api.adapter.saveYaml({ yaml })}
      note="docs/shell-adapter.md explains the keys. Changes take effect at the next start."
    />
  );
}
