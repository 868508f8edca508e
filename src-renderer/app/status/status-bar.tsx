import type { ReactNode } from 'react';
import type { ProfilesState, SessionSummary } from '#contract';
import { useConnection } from '../../api/api-context.tsx';
import { useKeyFor } from '../../state/actions.tsx';
import { useNavigation } from '../../state/navigation.tsx';
import { useShownSession } from '../../state/shown-session.ts';
import { useAnswering } from '../../state/use-mode.ts';
import { modelWords } from '../../state/use-profiles.ts';
import { useShownWorkspace } from '../../state/workspaces.ts';
import { plural } from '../../ui/format.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { meterWords } from '../../ui/meter-words.ts';
import { PermissionItem } from './permission-item.tsx';
import styles from './status-bar.module.css';

const CONNECTION_WORDS = {
  connecting: 'Connecting…',
  connected: 'Connected',
  lost: 'Not connected',
  ended: 'Ended',
  refused: 'Not let in',
} as const;

/** Status of the work: its place and its cost; parts with more details link to them. */
export function StatusBar({ profiles }: { readonly profiles: ProfilesState | undefined }) {
  const workspace = useShownWorkspace();
  const { open } = useNavigation();
  const { state } = useConnection();
  const { sessions, shown } = useShownSession();
  const answering = useAnswering(shown, profiles);
  return (
    <section className={styles.bar} aria-label="Status bar">
      {workspace === undefined ? undefined : (
        <StatusItem
          icon="folder"
          name="Workspace"
          shrinks
          title={`Workspace: ${workspace.path}`}
          onClick={() => open('workspaces')}
        >
          {workspace.name}
        </StatusItem>
      )}
      <StatusItem
        icon="model"
        name="Model"
        shrinks
        title="Model: change it in the settings"
        onClick={() => open('settings', 'model')}
      >
        {modelWords(profiles, answering.kind === 'chat' ? answering.chat.profile : undefined)}
      </StatusItem>
      <PermissionItem session={shown} />
      <span className={styles.gap} />
      {shown === undefined ? undefined : <SessionFigures session={shown} />}
      <RunningSessions sessions={sessions} />
      <MainKeys />
      <StatusItem icon={state === 'connected' ? 'check' : 'warning'} name="Host" title="Connection to the host">
        <span data-connection={state}>{CONNECTION_WORDS[state]}</span>
      </StatusItem>
    </section>
  );
}

/** Keys from which all others are found: of the command palette, which lists every action with its key, and of the help. */
function MainKeys() {
  const palette = useKeyFor('palette.open');
  const help = useKeyFor('keys.help');
  return (
    <span className={styles.keys}>
      {palette === undefined ? undefined : (
        <span>
          <Kbd keys={palette} /> all commands
        </span>
      )}
      {help === undefined ? undefined : (
        <span>
          <Kbd keys={help} /> keys
        </span>
      )}
    </span>
  );
}

function RunningSessions({ sessions }: { readonly sessions: readonly SessionSummary[] }) {
  const { open } = useNavigation();
  const running = sessions.filter((session) => session.state === 'running');
  const [first] = running;
  if (first === undefined) return undefined;
  return (
    <StatusItem
      icon="running"
      name="At work"
      title={`At work: ${running.map(({ title }) => title).join(', ')}`}
      onClick={() => open('sessions', first.id)}
    >
      {plural(running.length, 'task')} running
    </StatusItem>
  );
}

/** Figures of the session that Sessions shows, or showed last. */
function SessionFigures({ session }: { readonly session: SessionSummary }) {
  const { open } = useNavigation();
  const { id, usage, isUsageComplete, repairs, cost = 0, isCostComplete = false } = session;
  const missing = isUsageComplete ? '' : '; the server did not report all of them';
  const price = isCostComplete ? '' : '; the settings have no price for some of it';
  return (
    <>
      {usage.total === 0 && isUsageComplete ? undefined : (
        <StatusItem
          icon="activity"
          name={`Tokens of “${session.title}”`}
          title={`Tokens of “${session.title}”: ${usage.prompt} sent, ${usage.completion} received${missing}${price}`}
          onClick={() => open('sessions', id)}
        >
          {meterWords({ usage, isUsageComplete, cost, isCostComplete })}
        </StatusItem>
      )}
      {repairs === 0 ? undefined : (
        <StatusItem
          icon="tool"
          name={`Repairs of “${session.title}”`}
          title="Calls of the model that were repaired before they ran; the conversation shows each"
          onClick={() => open('sessions', id)}
        >
          {plural(repairs, 'repair')}
        </StatusItem>
      )}
    </>
  );
}

interface ItemProps {
  readonly icon: IconName;
  /** Said before the words, where the icon says it to the eye. */
  readonly name: string;
  readonly title: string;
  /** Whether its words are cut if there is too little room. */
  readonly shrinks?: boolean;
  /** Opens the details; absent for parts that only inform. */
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

function StatusItem({ icon, name, title, shrinks, onClick, children }: ItemProps) {
  const inside = (
    <>
      <Icon name={icon} size={14} />
      <span className={styles.name}>{name}: </span>
      <span className={styles.words}>{children}</span>
    </>
  );
  if (onClick === undefined) {
    return (
      <span className={styles.item} title={title} data-shrinks={shrinks}>
        {inside}
      </span>
    );
  }
  return (
    <button type="button" className={styles.item} title={title} data-shrinks={shrinks} onClick={onClick}>
      {inside}
    </button>
  );
}
