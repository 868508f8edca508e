import { resolve } from 'node:path';
import { type Api, type SessionSocket, SocketApproval } from '#contract';
import { type DashedKind, parseDashed } from './dashed-flags.ts';
import { type ServingHost, serveUntilLeft } from './service-command.ts';

export const SESSION_HELP = `Usage: sigma session --workspace <folder> --channel-socket <path> [options]

Serves a workspace's agent on a Unix socket, to whatever speaks OpenAI's API; also under the name psi-session.

  --workspace <folder>      the agent's folder
  --channel-socket <path>   the socket that is served, for this user alone
  --ai-socket <path>        a socket whose model answers, in place of the workspace's profile
  --history-file <path>     where the main conversation is kept as OpenAI's messages, too
  --approve <how>           what becomes of questions: wait (for the app; the default), read-only, refuse
  --approver <id>           a person who may answer over the socket, such as telegram:42; may be repeated`;

const FLAGS: Readonly<Record<string, DashedKind>> = {
  workspace: 'text',
  'channel-socket': 'text',
  'ai-socket': 'text',
  'history-file': 'text',
  approve: 'text',
  approver: 'text',
};

/** Parsed command line of `sigma session`; paths are absolute. */
export interface SessionArguments {
  readonly workspace: string;
  readonly path: string;
  readonly approve: SocketApproval;
  readonly approvers: string[];
  readonly aiSocket?: string;
  readonly historyFile?: string;
}

/** The parsed arguments, or what to say instead of them and the exit code with which that ends. */
export function parseSessionArguments(
  args: readonly string[],
  cwd: string,
): SessionArguments | { readonly said: string; readonly exitCode: number } {
  const { values, wantsHelp, problem } = parseDashed(args, FLAGS, ['workspace', 'channel-socket']);
  if (wantsHelp) return { said: SESSION_HELP, exitCode: 0 };
  if (problem !== undefined) return { said: `${problem}. \`sigma session help\` lists the flags.`, exitCode: 2 };
  const last = (name: string) => values.get(name)?.at(-1);
  const path = (name: string) => resolve(cwd, last(name) ?? '');
  const approve = SocketApproval.safeParse(last('approve') ?? 'wait');
  if (!approve.success) {
    return { said: `--approve is wait, read-only or refuse, not '${last('approve')}'.`, exitCode: 2 };
  }
  return {
    workspace: path('workspace'),
    path: path('channel-socket'),
    approve: approve.data,
    approvers: [...(values.get('approver') ?? [])],
    ...(values.has('ai-socket') && { aiSocket: path('ai-socket') }),
    ...(values.has('history-file') && { historyFile: path('history-file') }),
  };
}

export interface SessionCommand {
  readonly parsed: SessionArguments;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  /** @throws what makes the start impossible; its message is told */
  readonly open: () => Promise<ServingHost>;
}

/** `sigma session`: the exit code; 1 when the socket cannot be served, or the host ended. */
export function sessionCommand({ parsed, stdout, stderr, open }: SessionCommand): Promise<number> {
  const serve = async (leave: AbortController) => {
    await using host = await open();
    let hasEnded = false;
    host.onEnded?.(() => {
      hasEnded = true;
      leave.abort();
    });
    const socket = await host.api.sockets.start(parsed);
    try {
      announceSession(socket, host, { stdout, stderr });
      const isClosed = await waitUntilClosed(host.api, socket.path, leave.signal);
      if (isClosed) stderr.write('The session socket was closed in the app.\n');
    } finally {
      if (!hasEnded) await host.api.sockets.stop({ path: socket.path }).catch(() => {});
    }
    if (!hasEnded) return 0;
    stderr.write('The Sigma Shell that served the session socket has ended.\n');
    return 1;
  };
  return serveUntilLeft({ stderr, configuration: 'The session socket', file: undefined, serve });
}

/** Whether the socket was closed elsewhere, before the person left. */
async function waitUntilClosed(api: Api, path: string, signal: AbortSignal): Promise<boolean> {
  try {
    for await (const sockets of await api.sockets.changed(undefined, { signal })) {
      if (!sockets.some((socket) => socket.path === path && socket.state === 'on')) return true;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return false;
}

const QUESTIONS: Readonly<Record<SocketApproval, string>> = {
  wait: 'Questions wait until somebody answers them in Sigma Shell: `npm start` or `sigma console` shows them.',
  'read-only': 'The agent only reads: what changes something is refused.',
  refuse: 'Questions are answered no; what your rules and the mode allow is done.',
};

function announceSession(
  socket: SessionSocket,
  { joined }: ServingHost,
  { stdout, stderr }: Pick<SessionCommand, 'stdout' | 'stderr'>,
): void {
  const by = joined === undefined ? '' : `Served by the Sigma Shell that already runs (process ${joined}).\n`;
  const { path, workspace, approve, approvers, lines, warnings, restricted } = socket;
  const people = approvers.length === 0 ? '' : ` ${approvers.join(', ')} may answer over the socket, too.`;
  stdout.write(
    `The session socket listens at ${path}\nWorkspace ${workspace}\n${QUESTIONS[approve]}${people}\nTry: ${lines.curl}\n${by}Ctrl+C stops it.\n`,
  );
  for (const warning of warnings) stderr.write(`WARNING: ${warning}\n`);
  if (restricted !== undefined) stderr.write(`WARNING: ${restricted} ${workspace}\n`);
}
