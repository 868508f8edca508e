import { type FormEvent, useEffect, useState } from 'react';
import type { ChannelKind, ManagedChannel } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useLayout, useLayoutPieces } from '../../state/layout.tsx';
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

/** Fields of a channel as they are typed; the token is not among them, since that is the keychain's alone. */
interface TypedChannel {
  readonly typed: Partial<Omit<ChannelDraft, 'token'>>;
  /** People who were let in when the form was last typed in. */
  readonly letIn: readonly string[] | undefined;
  /** People who could answer questions when the form was last typed in. */
  readonly answering?: readonly string[] | undefined;
}

/** People as they are typed, after others were added or removed beside the form: added ones stay, removed ones do not. */
function peopleSince(typed: string, before: readonly string[], now: readonly string[]): string {
  const gone = before.filter((person) => !now.includes(person));
  const added = now.filter((person) => !before.includes(person));
  if (gone.length === 0 && added.length === 0) return typed;
  const left = peopleIn(typed).filter((person) => !gone.includes(person));
  return [...new Set([...left, ...added])].join(', ');
}

/** Fields as they are typed, with what has changed since of those who are let in and those who may answer. */
function typedSince(before: TypedChannel, allowed: readonly string[], approvers: readonly string[]) {
  const { typed, letIn = allowed, answering = approvers } = before;
  return {
    ...typed,
    ...(typed.allowed !== undefined && { allowed: peopleSince(typed.allowed, letIn, allowed) }),
    ...(typed.approvers !== undefined && { approvers: peopleSince(typed.approvers, answering, approvers) }),
  };
}

/** Key of the layout under which what is typed of a channel is kept. */
const channelDraftKey = (workspace: string, id = '') => `workspaces.channel.${workspace} ${id}`;

/** Answers whether something was typed of a channel, or of a new one, and neither saved nor given up. */
export function useIsChannelBegun(): (workspace: string, id?: string) => boolean {
  const layout = useLayoutPieces();
  return (workspace, id) => layout.get(channelDraftKey(workspace, id)) !== undefined;
}

/** Keeps what is typed until it is saved or given up, also while another tab or workspace is looked at. */
function useTypedChannel(workspace: string, channel: ManagedChannel | undefined) {
  const key = channelDraftKey(workspace, channel?.id);
  const { allowed = [], approvers = [] } = channel ?? {};
  const people = { letIn: allowed, answering: approvers };
  const [opened] = useState<TypedChannel>({ typed: {}, ...people });
  const [kept, setKept, keptNow] = useLayout<TypedChannel | undefined>(key, undefined);
  const [token, setToken] = useState('');
  const before = kept ?? opened;
  const typed = typedSince(before, allowed, approvers);
  const isOther = typed.allowed !== before.typed.allowed || typed.approvers !== before.typed.approvers;
  useEffect(() => {
    if (isOther) setKept({ typed, ...people });
  });
  return {
    typed: { ...typed, token },
    put: ({ token: secret, ...change }: Partial<ChannelDraft>) => {
      if (secret !== undefined) setToken(secret);
      const { typed: earlier } = keptNow() ?? opened;
      if (Object.keys(change).length > 0) setKept({ typed: { ...earlier, ...change }, ...people });
    },
    clear: () => setKept(undefined),
  };
}

/** Form of a channel; its token goes to the keychain and is not shown again. */
export function ChannelForm({ workspace, channel, onDone }: ChannelFormProps) {
  const api = useApi();
  const doing = useAsyncAction();
  const { typed, put, clear } = useTypedChannel(workspace, channel);
  const stored = channelDraft(channel);
  const draft = { ...stored, ...typed };
  const { kind, token, appId, allowed, approvers, proxy, apiRoot, streams } = draft;
  const done = () => {
    clear();
    onDone();
  };
  const save = async () => {
    const optional = (text: string) => (text.trim() === '' ? undefined : text.trim());
    const lists = { allowed: peopleIn(allowed), approvers: peopleIn(approvers) };
    const settings = { ...lists, streams, appId: optional(appId), proxy: optional(proxy), apiRoot: optional(apiRoot) };
    if (channel) await api.channels.edit({ ...settings, id: channel.id, token: optional(token) });
    else await api.channels.add({ ...settings, kind, workspace, token });
    done();
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
        <Button onClick={done}>Cancel</Button>
      </div>
    </form>
  );
}
