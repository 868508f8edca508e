import { type ReactNode, useState } from 'react';
import type { AdapterState, Containment } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { containmentWords } from '../../permissions/containment-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { plural } from '../../ui/format.ts';
import { RefusalBanner } from '../file/refusal-banner.tsx';
import { useSettingsAction } from '../use-settings-action.ts';
import styles from './adapter-pane.module.css';
import { AdapterToken } from './adapter-token.tsx';

/** Settings of the adapter: whether it is on, how it is reached, where it works, and the limits of what it runs. */
export function AdapterService({ state }: { readonly state: AdapterState }) {
  const api = useApi();
  const doing = useSettingsAction();
  const [isAsking, setIsAsking] = useState(false);
  const { isOn, url, shells, problems, logFile, workspace, containment } = state;
  const isBroken = problems.length > 0;
  const stop = () => {
    setIsAsking(false);
    void doing.run(() => api.adapter.stop());
  };
  return (
    <section className={styles.section} aria-label="Service">
      <RefusalBanner doing={doing} />
      <div className={styles.card}>
        <div className={styles.row}>
          <h2 className={styles.title}>Socket.IO, on this machine alone</h2>
          <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? 'on' : 'off'}</Badge>
          <span className={styles.gap} />
          {isOn ? (
            <Button
              size="small"
              disabled={doing.isBusy}
              onClick={() => (shells.length > 0 ? setIsAsking(true) : stop())}
            >
              Stop the Shell Adapter
            </Button>
          ) : (
            <Button
              size="small"
              variant="primary"
              disabled={doing.isBusy || isBroken}
              onClick={() => void doing.run(() => api.adapter.start({}))}
            >
              Start the Shell Adapter
            </Button>
          )}
        </div>
        {isBroken && !isOn ? (
          <p className={styles.note}>It can be started once its file, below, is fixed.</p>
        ) : undefined}
        <dl className={styles.facts}>
          <ServiceFact name="Address">
            {url === undefined ? (
              <span className={styles.note}>none while it is off</span>
            ) : (
              <>
                <code>{url}</code> <CopyButton text={url} label="Copy the address" />
              </>
            )}
          </ServiceFact>
          <ServiceFact name="Token">
            <AdapterToken url={url} />
          </ServiceFact>
          <ServiceFact name="Workspace">
            <code>{workspace}</code>
          </ServiceFact>
          {logFile === undefined ? undefined : (
            <ServiceFact name="Log">
              <code>{logFile}</code> <CopyButton text={logFile} label="Copy the path of the log" />
            </ServiceFact>
          )}
          {containment === undefined ? undefined : <ContainmentFacts containment={containment} />}
        </dl>
      </div>
      <Dialog
        open={isAsking}
        title="Stop the Shell Adapter?"
        size="small"
        onOpenChange={setIsAsking}
        actions={
          <>
            <Button onClick={() => setIsAsking(false)}>Leave it on</Button>
            <Button variant="danger" onClick={stop}>
              Stop it
            </Button>
          </>
        }
      >
        <p>
          {plural(shells.length, 'shell is', 'shells are')} open. {shells.length === 1 ? 'It ends' : 'They end'} with
          everything that runs in {shells.length === 1 ? 'it' : 'them'}, and the clients are told.
        </p>
      </Dialog>
    </section>
  );
}

function ContainmentFacts({ containment }: { readonly containment: Containment }) {
  const { title, text } = containmentWords(containment);
  const { why: reasons } = containment;
  return (
    <ServiceFact name="Processes">
      <p>
        <b>{title}</b> {text}
      </p>
      {reasons.length === 0 ? undefined : (
        <details className={styles.note}>
          <summary>Why no stronger containment is used</summary>
          <ul className={styles.why}>
            {reasons.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </details>
      )}
    </ServiceFact>
  );
}

function ServiceFact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
