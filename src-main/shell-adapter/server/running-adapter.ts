import type { AdapterClient, AdapterShell, Containment, LimitRaise } from '#contract';
import { CleanupStack } from '#core/async/cleanup-stack';
import { realOrSame } from '#core/files/real-path';
import { CommandLimits } from '#execution';
import type { ContainmentPort } from '#process/containment/model';
import { openContainment } from '#process/containment/open-containment';
import { createConfirmations } from '../confirmation/create-confirmations.ts';
import { createShells } from '../shells/create-shells.ts';
import { AdapterError } from '../shells/model.ts';
import { bashOf } from '../shells/process/bash-program.ts';
import type { BoxPorts } from '../shells/process/shell-boxes.ts';
import type { AdapterPorts } from './adapter-ports.ts';
import { boxesFor } from './boxes-for.ts';
import { ClientRecord } from './client-record.ts';
import { clientSocket } from './client-socket.ts';
import { ServedClients } from './clients.ts';
import type { AdapterConfig } from './config/adapter-config.ts';
import { KeepQuestions } from './keep-questions.ts';
import { aliveIn, withWaiting } from './listed.ts';
import { type ListeningServer, listen } from './listen.ts';
import type { AdapterLog } from './log/adapter-log.ts';
import { shellMetadata } from './metadata.ts';
import { ClientRequests } from './requests.ts';
import { Commands } from './run-command.ts';
import { confirmationSettings, openLog, shellSettings } from './settings-of.ts';
import { serveAdapterClient } from './transport.ts';
import { UnreadRoom } from './unread-room.ts';

export interface RunningAdapter {
  readonly url: string;
  readonly logFile: string;
  readonly config: AdapterConfig;
  readonly containment: Containment;
  /** Reason why its shells run outside the box; absent if they live in one. */
  readonly noBox: string | undefined;
  clients(): readonly AdapterClient[];
  shells(): readonly AdapterShell[];
  /** @throws AdapterError session_not_found */
  closeShell(id: string): Promise<void>;
  /**
   * Gives a client's commands more room; `undefined` if no client has that record. @throws AppError as
   * `CommandLimits.raise`
   */
  raise(raise: LimitRaise): Promise<{ to: number }> | undefined;
  shutOut(): Promise<void>;
  stop(): Promise<void>;
}

export interface AdapterStartOptions {
  readonly config: AdapterConfig;
  readonly warnings: readonly string[];
  readonly token: () => string | undefined;
  readonly ports: AdapterPorts;
  readonly onChanged: () => void;
  /** Called if it no longer listens, and must be stopped. */
  readonly onBroken: (error: Error) => void;
}

/** Time for a client that has gone to come back to its sessions, in milliseconds. */
const GRACE_MS = 30_000;
/** Time for stopped requests to be answered, in milliseconds. */
const LAST_ANSWERS_MS = 5000;
/** Time for the last messages to reach the clients, in milliseconds. */
const GOODBYE_MS = 150;

/** @throws AppError UNAVAILABLE if the port cannot be had; nothing is left open then */
export async function startAdapter(options: AdapterStartOptions): Promise<RunningAdapter> {
  const cleanup = new CleanupStack();
  try {
    return await startWithin(options, cleanup);
  } catch (error) {
    await cleanup[Symbol.asyncDispose]();
    throw error;
  }
}

async function startWithin(options: AdapterStartOptions, cleanup: CleanupStack): Promise<RunningAdapter> {
  const { config, warnings, token, ports, onChanged, onBroken } = options;
  const { redactor, stderr, warn } = ports;
  const onProblem = (text: string) => {
    stderr(text);
    warn(text);
  };
  const log = cleanup.use(openLog(config, { redactor, onProblem, onCritical: stderr }));
  const containment = cleanup.use(
    await openContainment({ environment: ports.environment, allowNamespace: true, log: ports.log }),
  );
  const root = await resolveFolder(config.workspace);
  const { boxes, noBox } = await boxesFor(options, containment);
  const { shells, commands, clients, requests, metadata, limits } = engine(options, {
    cleanup,
    log,
    containment,
    root,
    boxes,
  });
  const tellAlive = () => ports.onAlive(aliveIn({ shells, clients }, root));
  cleanup.add(() => ports.onAlive([]));
  const { adapter_type: adapterType } = config.adapter;
  const unread = new UnreadRoom();
  const listening = await listen({
    config,
    token,
    onConnect: (socket) => {
      const connection = clientSocket(socket, unread);
      serveAdapterClient(clients.connect(connection), connection, { requests, adapterType, log });
      tellAlive();
    },
    onRefused: (why, address) => log.warning(`Connection refused from ${address}: ${why}`),
    onBroken: (error) => {
      log.critical(`The server broke: ${error.message}`);
      onBroken(error);
    },
  });
  log.info(`Shell Adapter started on ${listening.url} (workspace ${config.workspace}, ${containment.state.step})`);
  for (const warning of warnings) log.warning(warning);
  void metadata();
  cleanup.add(shells.onChanged(onChanged));
  cleanup.add(shells.onChanged(tellAlive));
  return {
    url: listening.url,
    logFile: config.logFile,
    config,
    containment: containment.state,
    noBox,
    clients: () => clients.connected.map(({ view }) => view),
    shells: () => shells.list().map((shell) => withWaiting(shell, { commands, clients })),
    closeShell: (id: string) => shells.close(id),
    raise: (raise) => (clients.all.some(({ record }) => record.id === raise.session) ? limits.raise(raise) : undefined),
    shutOut: () => clients.shutOut(),
    stop: async () => {
      log.warning('Shell Adapter stops');
      listening.stopAccepting();
      try {
        await sayGoodbye({ shells, requests, clients });
      } finally {
        await endAll({ listening, log, cleanup });
      }
    },
  };
}

type Engine = ReturnType<typeof engine>;

/** Ends everything that runs and informs all clients; rejects if something could not be ended. */
async function sayGoodbye({ shells, requests, clients }: Pick<Engine, 'shells' | 'requests' | 'clients'>) {
  const answered = requests.stop(LAST_ANSWERS_MS);
  // What runs learns it from its shell, what waits from its request.
  const ended = shells[Symbol.asyncDispose]();
  for (const client of clients.all) client.cancelAll(new AdapterError('adapter_stopping', STOPPING));
  const [all] = await Promise.allSettled([ended]);
  await answered;
  clients.tellAll('disconnected');
  await new Promise((resolve) => setTimeout(resolve, GOODBYE_MS));
  if (all.status === 'rejected') throw all.reason;
}

const STOPPING = 'The Shell Adapter is stopping';

/** No port is left open, whatever fails. */
async function endAll({
  listening,
  log,
  cleanup,
}: Pick<Parts, 'log' | 'cleanup'> & { readonly listening: ListeningServer }) {
  try {
    await listening.close();
    log.info('Shell Adapter stopped');
  } finally {
    await cleanup[Symbol.asyncDispose]();
  }
}

interface Parts {
  readonly cleanup: CleanupStack;
  readonly log: AdapterLog;
  readonly containment: ContainmentPort;
  /** The workspace, its links resolved. */
  readonly root: string;
  readonly boxes: BoxPorts | undefined;
}

/** Creates what runs commands for clients, independent of the transport. */
function engine({ config, ports, onChanged }: AdapterStartOptions, { cleanup, log, containment, root, boxes }: Parts) {
  const { workspace, adapter } = config;
  const { environment, spoolFolder } = ports;
  const settings = shellSettings(config);
  const shells = cleanup.use(
    createShells({ containment, environment, settings: () => settings, spoolFolder, boxes, log: ports.log }),
  );
  const base = settings.limits;
  const limits = new CommandLimits({ ledger: ports.ledger, base: () => base, of: 'clients' });
  cleanup.add(() => limits[Symbol.dispose]());
  const confirmations = cleanup.use(
    createConfirmations({
      classify: async (command, cwd, lists, mode) =>
        await ports.classify({
          command,
          lists,
          mode,
          hasBox: boxes !== undefined,
          cwd: await resolveFolder(cwd),
          workspace: await resolveFolder(workspace),
        }),
      settings: () => confirmationSettings(config),
      onDecision: (decision) => commands.decided(decision),
      askPerson: async (question, signal) => {
        const title = clients.find(question.owner)?.title ?? 'Shell Adapter client';
        const limitsNow = await limits.next(question.record);
        return await ports.askPerson({ ...question, title, workspace, limits: limitsNow }, signal);
      },
    }),
  );
  const { watch, held, askKeep, neutralGit } = ports;
  const keep = held && askKeep && cleanup.use(new KeepQuestions({ askKeep, held, workspace: root, log }));
  const maxIsolated = adapter.max_isolated;
  const ofRuns = { shells, confirmations, watch, neutralGit, held, keep, limits, base, maxIsolated };
  const commands = new Commands({ ...ofRuns, log, onChanged, start: workspace, workspace: root });
  const metadata = shellMetadata({ shell: bashOf(environment), workspace, environment });
  const requests = new ClientRequests({ shells, commands, confirmations, metadata, workspace, log });
  const clients = cleanup.use(
    new ServedClients({
      adapterType: adapter.adapter_type,
      log,
      newRecordId: ports.newRecordId,
      newRecord: (id, title) =>
        new ClientRecord({
          id,
          content: ports.content,
          redactor: ports.redactor,
          open: () => ports.openRecord(id, title()),
        }),
      forget: async (client) => {
        confirmations.forgetOwner(client.id);
        await shells.closeOwner(client.id);
      },
      onChanged,
      graceMs: ports.graceMs ?? GRACE_MS,
      mayStay: ({ id, requests: pending }) =>
        !adapter.close_sessions_on_disconnect && (pending > 0 || shells.list().some(({ client }) => client === id)),
      statusMs: adapter.connection_check_interval * 1000,
    }),
  );
  cleanup.add(
    shells.onClosed((closed) => {
      confirmations.forgetShell(closed.id);
      clients.shellClosed(closed);
    }),
  );
  return { shells, commands, clients, requests, metadata, limits };
}

const resolveFolder = (folder: string) => realOrSame(folder);
