import type { AgentDetail, SessionSocket } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useLayout } from '../../state/layout.tsx';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { useLive } from '../../state/use-live.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from '../workspaces.module.css';

type ApproveSetting = SessionSocket['approve'];

const APPROVALS: Readonly<Record<ApproveSetting, string>> = {
  wait: 'Questions wait for you here',
  'read-only': 'The agent only reads',
  refuse: 'Questions are answered no',
};

/** A workspace's agent on a Unix socket: where it is, who may approve, and lines that reach it. */
export function SocketTab({ detail }: { readonly detail: Pick<AgentDetail, 'path'> }) {
  const live = useLive((api, signal) => api.sockets.changed(undefined, { signal }), []);
  const doing = useAsyncAction();
  if (live.status === 'loading') return <Spinner label="Looking for session sockets" />;
  if (live.status === 'failed') return <Banner level="error">{live.error.message}</Banner>;
  const here = live.value.filter(({ workspace }) => workspace === detail.path);
  return (
    <section className={styles.pane} aria-label="Session socket">
      <p className={styles.fact}>
        Other programs of yours talk with this agent over a Unix socket, in the form of OpenAI’s API. Nobody else on
        this machine can open it; whoever can open it speaks as you.
      </p>
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      {here.map((socket) => (
        <Socket key={socket.path} socket={socket} doing={doing} />
      ))}
      {here.length === 0 ? <NewSocket workspace={detail.path} doing={doing} /> : undefined}
    </section>
  );
}

interface SocketProps {
  readonly socket: SessionSocket;
  readonly doing: ReturnType<typeof useAsyncAction>;
}

function Socket({ socket, doing }: SocketProps) {
  const api = useApi();
  const { workspace, path, state, problem, warnings, restricted, approve, approvers, isKept, connections, lines } =
    socket;
  const { aiSocket, historyFile } = socket;
  const again = () => api.sockets.start({ workspace, path, approve, approvers, isKept, aiSocket, historyFile });
  return (
    <div className={styles.card}>
      <div className={styles.heading}>
        <code>
          <VisibleText text={path} />
        </code>
        <span>{state === 'on' ? `On, ${connections} connected` : 'Off'}</span>
      </div>
      {problem === undefined ? undefined : <Banner level="warning">{problem}</Banner>}
      {restricted === undefined ? undefined : <Banner level="warning">{restricted}</Banner>}
      {warnings.map((warning) => (
        <Banner key={warning} level="warning">
          {warning}
        </Banner>
      ))}
      <p>
        {APPROVALS[approve]}
        {approve !== 'wait' || approvers.length === 0
          ? '.'
          : `; ${approvers.join(', ')} may answer over the socket, too.`}
        {isKept ? ' It is started again with the app while the workspace is trusted.' : ''}
      </p>
      <SocketFact label="curl" text={lines.curl} />
      <SocketFact label="psi-channel-tui" text={lines.tui} />
      <div className={styles.buttons}>
        {state === 'on' ? undefined : (
          <Button size="small" variant="primary" disabled={doing.isBusy} onClick={() => doing.run(again)}>
            Start
          </Button>
        )}
        <Button size="small" disabled={doing.isBusy} onClick={() => doing.run(() => api.sockets.stop({ path }))}>
          {state === 'on' ? 'Stop' : 'Forget'}
        </Button>
      </div>
    </div>
  );
}

function SocketFact({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className={styles.line}>
      <code className={styles.code}>
        <VisibleText text={text} />
      </code>
      <CopyButton text={text} label={`Copy the ${label} line`} />
    </div>
  );
}

/** A socket that is being made, as it is typed: it is kept when another tab or workspace is looked at. */
interface NewSocketDraft {
  readonly approve: ApproveSetting;
  readonly people: string;
}

const NEW_SOCKET: NewSocketDraft = { approve: 'wait', people: '' };

function NewSocket({ workspace, doing }: { readonly workspace: string; readonly doing: SocketProps['doing'] }) {
  const api = useApi();
  const [draft, put] = useLayout<NewSocketDraft | undefined>(`workspaces.socket.${workspace}`, undefined);
  const { approve, people } = draft ?? NEW_SOCKET;
  const approvers = people
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 1000);
  // The field is not in use otherwise, and keeps what was typed.
  const named = approve === 'wait' ? approvers : [];
  const start = async () => {
    await api.sockets.start({ workspace, approve, approvers: named, isKept: true });
    put(undefined);
  };
  return (
    <form
      className={styles.card}
      onSubmit={(event) => {
        event.preventDefault();
        doing.run(start);
      }}
    >
      <SelectField
        label="Questions"
        value={approve}
        choices={Object.entries(APPROVALS).map(([value, label]) => ({ value, label }))}
        onChange={(value) => put({ approve: value as ApproveSetting, people })}
      />
      <TextField
        label="Who may approve over the socket"
        hint="People by their ids, such as telegram:42; nobody where it is empty."
        value={people}
        disabled={approve !== 'wait'}
        onChange={(event) => put({ approve, people: event.currentTarget.value })}
      />
      <div className={styles.buttons}>
        <Button type="submit" size="small" variant="primary" disabled={doing.isBusy}>
          Start
        </Button>
      </div>
    </form>
  );
}
