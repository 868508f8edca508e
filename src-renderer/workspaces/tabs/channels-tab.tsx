import { useState } from 'react';
import type { ManagedChannel } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { type AsyncAction, useAsyncAction } from '../../state/use-async-action.ts';
import { useLive } from '../../state/use-live.ts';
import { announce } from '../../ui/announce.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { StateText } from '../../ui/state-text.tsx';
import { Switch } from '../../ui/switch.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from '../workspaces.module.css';
import { ChannelForm, useIsChannelBegun } from './channel-form.tsx';
import { CHANNEL_STATES, CHANNEL_TITLES, peopleWords } from './channel-words.ts';

/** The messengers over which people reach a workspace's agent. */
export function ChannelsTab({ path }: { readonly path: string }) {
  const live = useLive((api, signal) => api.channels.changed(undefined, { signal }), []);
  const isBegun = useIsChannelBegun();
  const [isAdding, setIsAdding] = useState(isBegun(path));
  if (live.status === 'loading') return <Spinner label="Reading the channels" />;
  if (live.status === 'failed') return <Banner level="error">{live.error.message}</Banner>;
  const channels = live.value.filter(({ workspace }) => workspace === path);
  return (
    <div className={styles.pane}>
      <p className={styles.fact}>
        The people you name write to this agent over a messenger, each in a conversation of their own. Anybody else gets
        no answer.
      </p>
      {isAdding ? (
        <ChannelForm workspace={path} onDone={() => setIsAdding(false)} />
      ) : (
        <div className={styles.buttons}>
          <Button onClick={() => setIsAdding(true)}>Add a channel</Button>
        </div>
      )}
      {channels.length === 0 && !isAdding ? (
        <EmptyState
          icon="workspaces"
          title="No channels"
          text="Add a Telegram bot or a Feishu app, and the people you name can write to this agent."
        />
      ) : (
        <ul className={styles.cards} aria-label="Channels">
          {channels.map((channel) => (
            <li key={channel.id} className={styles.card}>
              <ChannelCard channel={channel} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ChannelCard({ channel }: { readonly channel: ManagedChannel }) {
  const api = useApi();
  const doing = useAsyncAction();
  const isBegun = useIsChannelBegun();
  const [isEditing, setIsEditing] = useState(isBegun(channel.workspace, channel.id));
  const [isRemoving, setIsRemoving] = useState(false);
  const { id, kind, state, account, problem, isOn, workspace, allowed, approvers, refused } = channel;
  const name = account === undefined ? CHANNEL_TITLES[kind] : `${CHANNEL_TITLES[kind]} ${account}`;
  const test = async () => {
    const { sent } = await api.channels.test({ id });
    announce(sent === 1 ? 'The test was sent to one person' : `The test was sent to ${sent} people`);
  };
  return (
    <>
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      <div className={styles.heading}>
        <h3 className={styles.cardName}>
          <VisibleText text={name} />
        </h3>
        <StateText {...CHANNEL_STATES[state]} />
        <Switch
          label={`${name} is on`}
          isOn={isOn}
          isDisabled={doing.isBusy}
          onToggle={() => doing.run(() => (isOn ? api.channels.stop({ id }) : api.channels.start({ id })))}
        />
        <Button size="small" disabled={doing.isBusy} onClick={() => doing.run(test)}>
          Send a test
        </Button>
        <Button size="small" aria-label={`Edit ${name}`} onClick={() => setIsEditing(!isEditing)}>
          Edit
        </Button>
        <Button size="small" variant="danger" aria-label={`Remove ${name}`} onClick={() => setIsRemoving(true)}>
          Remove
        </Button>
      </div>
      {problem === undefined ? undefined : (
        <p className={styles.problem}>
          <VisibleText text={problem} />
        </p>
      )}
      {channel.isTokenForRun ? (
        <p className={classNames(styles.fact, styles.warning)}>
          Its token is forgotten with this run, unless you choose where keys are kept: Settings ▸ Profiles and keys.
        </p>
      ) : undefined}
      <p className={styles.fact}>
        May write: {peopleWords(allowed)}. May answer questions: {peopleWords(approvers)}.
      </p>
      {refused === 0 ? undefined : <UnknownPeople channel={channel} doing={doing} />}
      {isEditing ? (
        <ChannelForm workspace={workspace} channel={channel} onDone={() => setIsEditing(false)} />
      ) : undefined}
      <ConfirmDialog
        title={`Remove ${name}?`}
        isOpen={isRemoving}
        onOpenChange={setIsRemoving}
        confirm="Remove"
        onConfirm={() => {
          setIsRemoving(false);
          doing.run(() => api.channels.remove({ id }));
        }}
      >
        It ends, and its token is taken out of the keychain. Conversations stay in Sessions.
      </ConfirmDialog>
    </>
  );
}

interface UnknownPeopleProps {
  readonly channel: ManagedChannel;
  readonly doing: AsyncAction;
}

/** List of people who wrote without being allowed, so that they can be let in. */
function UnknownPeople({ channel, doing }: UnknownPeopleProps) {
  const api = useApi();
  const { id, allowed, approvers, appId, apiRoot, proxy, streams, refused, strangers } = channel;
  const allow = (person: string) =>
    api.channels.edit({ id, allowed: [...allowed, person], approvers, appId, apiRoot, proxy, streams });
  const newcomers = strangers.filter(({ person }) => !allowed.includes(person));
  return (
    <>
      <p className={styles.fact}>{messageCount(refused)} from strangers got no answer since Sigma Shell started.</p>
      <ul className={styles.cards} aria-label="Strangers">
        {newcomers.map(({ person, name = '', messages }) => (
          <li key={person} className={styles.problemRow}>
            <span className={styles.said}>
              <VisibleText text={`${name === '' ? person : `${name} (${person})`}, ${messageCount(messages)}`} />
            </span>
            <Button
              size="small"
              aria-label={`Allow ${person}`}
              disabled={doing.isBusy}
              onClick={() => doing.run(() => allow(person))}
            >
              Allow
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

const messageCount = (count: number): string => (count === 1 ? '1 message' : `${count} messages`);
