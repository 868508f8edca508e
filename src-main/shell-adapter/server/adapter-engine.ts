import type { CleanupStack } from '#core/async/cleanup-stack';
import { realOrSame } from '#core/files/real-path';
import { CommandLimits } from '#execution';
import type { ContainmentPort } from '#process/containment/model';
import { createConfirmations } from '../confirmation/create-confirmations.ts';
import { createShells } from '../shells/create-shells.ts';
import { bashOf } from '../shells/process/bash-program.ts';
import type { BoxPorts } from '../shells/process/shell-boxes.ts';
import type { AdapterPorts } from './adapter-ports.ts';
import { ClientRecord } from './client-record.ts';
import { ServedClients } from './clients.ts';
import type { AdapterConfig } from './config/adapter-config.ts';
import { KeepQuestions } from './keep-questions.ts';
import type { AdapterLog } from './log/adapter-log.ts';
import { shellMetadata } from './metadata.ts';
import { ClientRequests } from './requests.ts';
import { Commands } from './run-command.ts';
import { confirmationSettings, shellSettings } from './settings-of.ts';

export interface EngineOptions {
  readonly config: AdapterConfig;
  readonly ports: AdapterPorts;
  readonly onChanged: () => void;
}

/** Time for a client that has gone to come back to its sessions, in milliseconds. */
const GRACE_MS = 30_000;

export interface EngineParts {
  readonly cleanup: CleanupStack;
  readonly log: AdapterLog;
  readonly containment: ContainmentPort;
  /** The workspace, its links resolved. */
  readonly root: string;
  readonly boxes: BoxPorts | undefined;
}

/** Creates what runs commands for clients, independent of the transport. */
export function createEngine(
  { config, ports, onChanged }: EngineOptions,
  { cleanup, log, containment, root, boxes }: EngineParts,
) {
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
          cwd: await realOrSame(cwd),
          workspace: await realOrSame(workspace),
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
