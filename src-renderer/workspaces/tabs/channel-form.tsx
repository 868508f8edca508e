import { type FormEvent, useState } from 'react';
import type { ChannelKind, ManagedChannel } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from '../workspaces.module.css';
import { CHANNEL_TITLES, peopleIn } from './channel-words.ts';

export interface ChannelFormProps {
  readonly workspace: string;
  /** The one that is edited; a new one without it. */
  readonly channel?: ManagedChannel;
  readonly onDone: () => void;
}

const KINDS = Object.entries(CHANNEL_TITLES).map(([value, label]) => ({ value, label }));
const SECRETS: Readonly<Record<ChannelKind, string>> = { telegram: 'Bot token', feishu: 'App secret' };

/** Creates the draft to edit; a token that is kept is not shown again. */
function channelDraft(channel: ManagedChannel | undefined) {
  const { kind = 'telegram', appId = '', proxy = '', apiRoot = '', streams = true } = channel ?? {};
  const { allowed = [], approvers = [] } = channel ?? {};
  return {
    kind,
    appId,
    proxy,
    apiRoot,
    streams,
    token: '',
    allowed: allowed.join(', '),
    approvers: approvers.join(', '),
  };
}

type ChannelDraft = ReturnType<typeof channelDraft>;

/** Form of a channel; its token goes to the keychain and is not shown again. */
export function ChannelForm({ workspace, channel, onDone }: ChannelFormProps) {
  const api = useApi();
  const doing = useAsyncAction();
  const [typed, setTyped] = useState<Partial<ChannelDraft>>({});
  const stored = channelDraft(channel);
  // A person let in beside the form while it is open stays let in.
  const [letIn, setLetIn] = useState(channel?.allowed);
  const newcomers = (channel?.allowed ?? []).filter((person) => !letIn?.includes(person));
  if (newcomers.length > 0) {
    setLetIn(channel?.allowed);
    if (typed.allowed !== undefined) {
      const people = [...new Set([...peopleIn(typed.allowed), ...newcomers])];
      setTyped({ ...typed, allowed: people.join(', ') });
    }
  }
  const draft = { ...stored, ...typed };
  const { kind, token, appId, allowed, approvers, proxy, apiRoot, streams } = draft;
  const put = (change: Partial<ChannelDraft>) => setTyped((before) => ({ ...before, ...change }));
  const save = async () => {
    const optional = (text: string) => (text.trim() === '' ? undefined : text.trim());
    const lists = { allowed: peopleIn(allowed), approvers: peopleIn(approvers) };
    const settings = { ...lists, streams, appId: optional(appId), proxy: optional(proxy), apiRoot: optional(apiRoot) };
    if (channel) await api.channels.edit({ ...settings, id: channel.id, token: optional(token) });
    else await api.channels.add({ ...settings, kind, workspace, token });
    onDone();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    doing.run(save);
  };
  return (
    <form className={styles.form} aria-label={channel ? 'Channel' : 'New channel'} onSubmit={onSubmit}>
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      {channel ? undefined : (
        <SelectField
          label="Service"
          choices={KINDS}
          value={kind}
          onChange={(value) => put({ kind: value as ChannelKind })}
        />
      )}
      {kind === 'feishu' ? (
        <TextField label="App id" value={appId} onChange={({ target }) => put({ appId: target.value })} />
      ) : undefined}
      <TextField
        label={SECRETS[kind]}
        type="password"
        value={token}
        hint={channel ? 'Leave it empty to keep the one in the keychain.' : 'It goes to the keychain.'}
        onChange={({ target }) => put({ token: target.value })}
      />
      <TextField
        label="People who may write"
        hint="Ids of the service, separated by commas. Empty: nobody may write. People who try are listed with their ids."
        value={allowed}
        onChange={({ target }) => put({ allowed: target.value })}
      />
      <TextField
        label="People who may answer questions"
        hint="They get the buttons Allow once and Refuse. Empty: questions wait for you in the app."
        value={approvers}
        onChange={({ target }) => put({ approvers: target.value })}
      />
      {kind === 'telegram' ? (
        <TextField label="Proxy" value={proxy} onChange={({ target }) => put({ proxy: target.value })} />
      ) : undefined}
      <TextField
        label="Other address of the service"
        value={apiRoot}
        onChange={({ target }) => put({ apiRoot: target.value })}
      />
      <label className={styles.tick}>
        <input type="checkbox" checked={streams} onChange={({ target }) => put({ streams: target.checked })} />
        Show answers as they grow
      </label>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" disabled={doing.isBusy || (!channel && token.trim() === '')}>
          Save
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}
