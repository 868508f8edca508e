import { Fragment, useState } from 'react';
import type { RestState, SettingsState } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { useLive } from '../state/use-live.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { plural } from '../ui/format.ts';
import { Spinner } from '../ui/spinner.tsx';
import styles from './adapter/adapter-pane.module.css';
import { RefusalBanner } from './file/refusal-banner.tsx';
import { settingGroups, settingValue } from './form/setting-fields.ts';
import { SettingRow } from './form/setting-row.tsx';
import formStyles from './form/settings-form.module.css';
import { RedisPassword } from './redis-password.tsx';
import { type SettingsAction, useSettingsAction } from './use-settings-action.ts';

/** The prompt engine: its REST API for other programs, where its records are, and how it renders. */
export function PromptsPane({ state }: { readonly state: SettingsState }) {
  const isBroken = state.problems.length > 0;
  const groups = settingGroups().filter(({ id }) => id === 'prompts' || id.startsWith('prompts.'));
  return (
    <div className={styles.pane}>
      <p className={styles.intro}>
        Prompts, variables and tools are kept in a store that other programs share. They can also ask for rendered
        prompts over HTTP.
      </p>
      <RestService />
      {groups.map(({ id, title, fields }) => (
        <section key={id} className={styles.section} aria-label={title}>
          <h2 className={styles.heading}>{title}</h2>
          <div className={formStyles.rows}>
            {fields.map((field) => (
              <Fragment key={field.key}>
                <SettingRow field={field} value={settingValue(state.settings, field.key)} isDisabled={isBroken} />
                {field.key === 'prompts.redis.db' ? <RedisPassword /> : undefined}
              </Fragment>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function RestService() {
  const live = useLive((api, signal) => api.prompts.rest(undefined, { signal }), []);
  const doing = useSettingsAction();
  if (live.status === 'loading') return <Spinner label="Loading the REST API" />;
  if (live.status === 'failed') return <Banner level="error">{live.error.message}</Banner>;
  return (
    <section className={styles.section} aria-label="REST API">
      <RefusalBanner doing={doing} />
      {live.value.problem === undefined ? undefined : <Banner level="error">{live.value.problem}</Banner>}
      <Service state={live.value} doing={doing} />
    </section>
  );
}

function Service({ state, doing }: { readonly state: RestState; readonly doing: SettingsAction }) {
  const api = useApi();
  const { isOn, url, requests, failures } = state;
  return (
    <div className={styles.card}>
      <div className={styles.row}>
        <h2 className={styles.title}>REST API, on this machine alone</h2>
        <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? 'on' : 'off'}</Badge>
        <span className={styles.gap} />
        {isOn ? (
          <Button size="small" disabled={doing.isBusy} onClick={() => void doing.run(() => api.prompts.stopRest())}>
            Stop the REST API
          </Button>
        ) : (
          <Button
            size="small"
            variant="primary"
            disabled={doing.isBusy}
            onClick={() => void doing.run(() => api.prompts.startRest({}))}
          >
            Start the REST API
          </Button>
        )}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>Address</dt>
          <dd>
            {url === undefined ? (
              <span className={styles.note}>none while it is off</span>
            ) : (
              <>
                <code>{url}</code> <CopyButton text={url} label="Copy the address" />
              </>
            )}
          </dd>
        </div>
        {url === undefined ? undefined : (
          <div>
            <dt>What it offers</dt>
            <dd>
              <a href={`${new URL(url).origin}/docs`} target="_blank" rel="noreferrer">
                Its documentation
              </a>
            </dd>
          </div>
        )}
        {state.needsToken ? (
          <div>
            <dt>Token</dt>
            <dd>
              <Token doing={doing} />
            </dd>
          </div>
        ) : undefined}
        <div>
          <dt>So far</dt>
          <dd>
            {plural(requests, 'request')}, {failures} of them failed
          </dd>
        </div>
      </dl>
    </div>
  );
}

function Token({ doing }: { readonly doing: SettingsAction }) {
  const api = useApi();
  const [token, setToken] = useState<string | undefined>(undefined);
  if (token === undefined) {
    return (
      <Button
        size="small"
        disabled={doing.isBusy}
        onClick={() => void doing.run(async () => setToken((await api.prompts.restToken()).token))}
      >
        Show the token
      </Button>
    );
  }
  return (
    <span className={styles.row}>
      <code>{token}</code>
      <CopyButton text={token} label="Copy the token" />
      <Button size="small" onClick={() => setToken(undefined)}>
        Hide the token
      </Button>
    </span>
  );
}
