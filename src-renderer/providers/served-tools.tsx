import { useState } from 'react';
import type { McpServerState } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { type AsyncAction, useAsyncAction } from '../state/use-async-action.ts';
import { useLive } from '../state/use-live.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { plural } from '../ui/format.ts';
import { Spinner } from '../ui/spinner.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { ClientPolicies } from './client-policies.tsx';
import styles from './served-tools.module.css';
import { ServerToken } from './server-token.tsx';

/** Our own tools as an MCP server for other programs: on or off, how it is reached, and which tools it has. */
export function ServedTools() {
  const live = useLive((api, signal) => api.mcp.changed(undefined, { signal }), []);
  const doing = useAsyncAction();
  if (live.status === 'loading') return <Spinner label="Loading" />;
  if (live.status === 'failed') return <Banner level="error">{live.error.message}</Banner>;
  const state = live.value;
  return (
    <section className={styles.pane} aria-label="Our tools over MCP">
      <p>
        Other programs that speak MCP can use the tools you tick. Every call asks you, unless you choose otherwise for a
        client below, and is on the record.
      </p>
      {doing.problem === undefined ? undefined : (
        <Banner level="error" onDismiss={doing.dismiss}>
          {doing.problem}
        </Banner>
      )}
      <Reach state={state} doing={doing} />
      <Ticks state={state} doing={doing} />
      <ClientPolicies state={state} doing={doing} />
    </section>
  );
}

interface PartProps {
  readonly state: McpServerState;
  readonly doing: AsyncAction;
}

function Reach({ state, doing }: PartProps) {
  const api = useApi();
  const { isOn, url, command, clients } = state;
  const [port, setPort] = useState('');
  const number = port.trim() === '' ? undefined : Number(port);
  // What is served already needs no port.
  const isPortWrong = !isOn && number !== undefined && !(Number.isInteger(number) && number >= 0 && number <= 65_535);
  const toggle = () =>
    doing.run(() => (isOn ? api.mcp.stop() : api.mcp.start(number === undefined ? {} : { port: number })));
  return (
    <div className={styles.card}>
      <div className={styles.row}>
        <h3 className={styles.title}>Over HTTP, on this machine alone</h3>
        <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? 'on' : 'off'}</Badge>
        {isOn ? <span className={styles.fact}>{plural(clients, 'client')}</span> : undefined}
        <span className={styles.gap} />
        {isOn ? undefined : (
          <label className={styles.port}>
            Port
            <input
              inputMode="numeric"
              placeholder="any"
              value={port}
              aria-invalid={isPortWrong}
              onChange={(event) => setPort(event.target.value)}
            />
          </label>
        )}
        <Button
          size="small"
          variant={isOn ? 'default' : 'primary'}
          disabled={doing.isBusy || isPortWrong}
          onClick={toggle}
        >
          {isOn ? 'Stop serving' : 'Start serving'}
        </Button>
      </div>
      {isPortWrong ? (
        <p className={styles.problem} role="alert">
          A port is a number from 0 to 65535.
        </p>
      ) : undefined}
      {url === undefined ? undefined : (
        <p className={styles.row}>
          <span>Address</span> <code>{url}</code> <CopyButton text={url} label="Copy the address" />
        </p>
      )}
      <ServerToken url={url} />
      <h3 className={styles.title}>Over standard input and output</h3>
      <p className={styles.fact}>What an MCP client runs. It reaches this app while it is open.</p>
      <p className={styles.row}>
        <code>{command}</code> <CopyButton text={command} label="Copy the command" />
      </p>
    </div>
  );
}

function Ticks({ state, doing }: PartProps) {
  const api = useApi();
  const served = state.tools.filter(({ isServed }) => isServed).length;
  return (
    <div className={styles.card}>
      <div className={styles.row}>
        <h3 className={styles.title}>Tools</h3>
        <span className={styles.fact}>
          {served} of {plural(state.tools.length, 'tool')} served
        </span>
      </div>
      {served === 0 ? <p className={styles.fact}>Nothing is served until you tick something.</p> : undefined}
      <ul className={styles.tools} aria-label="Tools to serve">
        {state.tools.map(({ name, description, isServed }) => (
          <li key={name}>
            <label className={styles.tick}>
              <input
                type="checkbox"
                aria-label={`Serve ${name}`}
                checked={isServed}
                aria-disabled={doing.isBusy}
                onChange={(event) => {
                  const on = event.target.checked;
                  doing.run(() => api.mcp.serve({ tool: name, on }));
                }}
              />
              <span>
                <code>
                  <VisibleText text={name} />
                </code>
                <span className={styles.fact}>
                  <VisibleText text={description} />
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}
