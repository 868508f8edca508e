import { useState } from 'react';
import type { ProviderView } from '#contract';
import { givenKeyNames } from '#contract/given-keys';
import { useApi } from '../api/api-context.tsx';
import { type AsyncAction, useAsyncAction } from '../state/use-async-action.ts';
import { useLive } from '../state/use-live.ts';
import { CallList } from '../tools/call-list.tsx';
import { DiagnosticsLog } from '../tools/diagnostics-log.tsx';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { formatTime } from '../ui/format.ts';
import { Tabs } from '../ui/tabs.tsx';
import { useToday } from '../ui/use-today.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { ChangedTools } from './changed-tools.tsx';
import styles from './provider-detail.module.css';
import { canBeEnded, providerKind, providerName, STATES } from './provider-words.ts';
import { TimeLimit } from './time-limit.tsx';
import { ToolsPane } from './tools-pane.tsx';

export interface ProviderDetailProps {
  readonly provider: ProviderView;
  /** Progress of its attach. */
  readonly progress: readonly string[];
}

/** One provider: what it is and does, its tools, its last calls, its diagnostics. */
export function ProviderDetail({ provider, progress }: ProviderDetailProps) {
  const [tab, setTab] = useState('tools');
  const doing = useAsyncAction();
  // It can be ended while a restart does not come back.
  const ending = useAsyncAction();
  const name = providerName(provider);
  return (
    <section className={styles.detail} aria-label={`Provider ${name}`} data-provider="">
      <ProviderHead provider={provider} name={name} doing={doing} ending={ending} />
      <ActionProblem doing={ending} />
      <ActionProblem doing={doing} />
      <Banners provider={provider} progress={progress} doing={doing} />
      <Tabs
        label={`Parts of ${name}`}
        value={tab}
        onChange={setTab}
        keepMounted
        tabs={[
          { id: 'tools', label: `Tools (${provider.tools.length})`, content: <ToolsPane provider={provider} /> },
          { id: 'calls', label: 'Last calls', content: <ProviderCalls id={provider.id} /> },
          { id: 'stderr', label: 'Diagnostics', content: <ProviderDiagnostics id={provider.id} name={name} /> },
        ]}
      />
    </section>
  );
}

function ProviderCalls({ id }: { readonly id: string }) {
  const live = useLive((api, signal) => api.providers.calls({ id }, { signal }), [id]);
  return <CallList live={live} />;
}

function ProviderDiagnostics({ id, name }: { readonly id: string; readonly name: string }) {
  const live = useLive((api, signal) => api.providers.stderr({ id }, { signal }), [id]);
  return <DiagnosticsLog live={live} name={name} />;
}

interface PartProps {
  readonly provider: ProviderView;
  readonly doing: AsyncAction;
}

interface HeadProps extends PartProps {
  readonly name: string;
  readonly ending: AsyncAction;
}

function ProviderHead({ provider, name, doing, ending }: HeadProps) {
  useToday();
  const api = useApi();
  const { id, pid, state, title, cwd, isRemembered, session, workspace, restarts, startedAt } = provider;
  const words = STATES[state];
  const keys = givenKeyNames(provider.spec);
  const isWaiting = state === 'waiting-for-trust';
  return (
    <header className={styles.head}>
      <div className={styles.heading}>
        <h2 className={styles.name}>
          <VisibleText text={name} />
        </h2>
        <Badge tone={words.tone}>{words.text}</Badge>
        {pid === undefined ? undefined : <span className={styles.fact}>pid {pid}</span>}
        <span className={styles.gap} />
        {canBeEnded(provider) ? (
          <Button
            size="small"
            variant="danger"
            disabled={ending.isBusy}
            onClick={() => ending.run(() => api.providers.kill({ id }))}
          >
            Kill
          </Button>
        ) : undefined}
        {isWaiting ? undefined : (
          <Button size="small" disabled={doing.isBusy} onClick={() => doing.run(() => api.providers.restart({ id }))}>
            Restart
          </Button>
        )}
        {canBeEnded(provider) ? undefined : (
          <Button size="small" disabled={doing.isBusy} onClick={() => doing.run(() => api.providers.forget({ id }))}>
            Forget
          </Button>
        )}
      </div>
      <p className={styles.command}>
        <code>
          <VisibleText text={title} />
        </code>
      </p>
      <p className={styles.facts}>
        <span>{providerKind(provider)}</span>
        <span>
          in <VisibleText text={cwd} />
        </span>
        <span>since {formatTime(startedAt)}</span>
        {restarts === 0 ? undefined : (
          <span>restarted automatically {restarts === 1 ? 'once' : `${restarts} times`}</span>
        )}
        {keys.length === 0 ? undefined : <span>given {keys.join(', ')} of your environment</span>}
        <span>{isRemembered ? 'remembered for this workspace' : 'not remembered'}</span>
        <span>
          {session === undefined ? (
            <>
              serves every session in <VisibleText text={workspace} />
            </>
          ) : (
            'serves one session'
          )}
        </span>
      </p>
      <TimeLimit key={id} provider={provider} />
    </header>
  );
}

function ActionProblem({ doing: { problem, dismiss } }: Pick<PartProps, 'doing'>) {
  if (problem === undefined) return undefined;
  return (
    <Banner level="error" onDismiss={dismiss}>
      <p className={styles.lines}>
        <VisibleText text={problem} />
      </p>
    </Banner>
  );
}

function Banners({ provider, progress, doing }: PartProps & Pick<ProviderDetailProps, 'progress'>) {
  const api = useApi();
  const { id, state, reason, note, workspace } = provider;
  const isBad = state === 'failed';
  return (
    <>
      {state === 'waiting-for-trust' ? (
        <Banner
          level="warning"
          title="It is remembered here, and has not been started."
          actions={
            <Button size="small" onClick={() => doing.run(() => api.providers.trust({ id }))}>
              Trust this workspace
            </Button>
          }
        >
          Trusting <VisibleText text={workspace} /> starts everything that is remembered for it, now and whenever it is
          opened.
        </Banner>
      ) : undefined}
      {reason === undefined || state === 'waiting-for-trust' || state === 'changed' ? undefined : (
        <Banner level={isBad ? 'error' : 'info'} title={isBad ? 'It failed.' : undefined}>
          <p className={styles.lines}>
            <VisibleText text={reason} />
          </p>
        </Banner>
      )}
      <KeepingBanners provider={provider} />
      {note === undefined ? undefined : <Banner level="info">{note}</Banner>}
      {state === 'initializing' && progress.length > 0 ? (
        <div className={styles.progress} role="log" aria-label="Progress of the attach">
          <VisibleText text={progress.join('\n')} />
        </div>
      ) : undefined}
      {state === 'changed' ? <ChangedTools provider={provider} doing={doing} /> : undefined}
    </>
  );
}

const VALUES = {
  'for-this-run':
    'Its secret values are forgotten with this run, unless you choose where keys are kept: Settings ▸ Profiles and keys.',
  missing:
    'Its secret values could not be read where keys are kept, so it goes without them. If a keychain was locked, unlock it and start Sigma Shell again; else forget this provider, and attach it again.',
} as const;

/** Warnings about what will not be there at the next start, or was not at this one. */
function KeepingBanners({ provider: { unsaved, values } }: Pick<PartProps, 'provider'>) {
  return (
    <>
      {unsaved === undefined ? undefined : (
        <Banner level="warning" title="It will be as before at the next start: it could not be written down.">
          <VisibleText text={unsaved} />. Free some space, or make the data folder writable; the next change to a
          provider here writes it down.
        </Banner>
      )}
      {values === undefined ? undefined : <Banner level="warning">{VALUES[values]}</Banner>}
    </>
  );
}
