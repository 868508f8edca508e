import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { neutralGit } from '#approvals';
import type { AnyLedgerEvent } from '#contract';
import { createFiles } from '#files';
import { type AdapterPorts, AdapterService } from '#shell-adapter';
import { adapterSession } from '../../src-main/app/foreign-sessions.ts';
import { boxPorts } from './box-ports.ts';
import { callWatch } from './call-watch.ts';
import { silentLogger } from './silent-logger.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { temporaryLedger } from './temporary-ledger.ts';

export interface AdapterBoxOptions {
  /** Lines of `adapter:`, such as `command_max_lifetime: 3`. */
  readonly adapter?: readonly string[];
  readonly logging?: readonly string[];
  readonly socketio?: readonly string[];
  readonly classify?: AdapterPorts['classify'];
  readonly askPerson?: AdapterPorts['askPerson'];
  readonly askKeep?: AdapterPorts['askKeep'];
  readonly graceMs?: number;
  /** Shells live in boxes, as they do in the app; those have data and a home beside the workspace. */
  readonly hasBoxes?: boolean;
  /** The app's own file, with a token. */
  readonly isOwn?: boolean;
}

/** A Shell Adapter that listens on a free port, on real shells and a real ledger; nothing is asked unless told. */
export async function adapterBox(options: AdapterBoxOptions = {}) {
  const folder = await temporaryFolder();
  const ledger = await temporaryLedger();
  const workspace = join(folder.path, 'work');
  await mkdir(workspace);
  const file = join(folder.path, 'config', 'shell_config.yaml');
  const warnings: string[] = [];
  const stderr: string[] = [];
  const yaml = yamlOf(options, workspace);
  await mkdir(join(folder.path, 'config'));
  await writeFile(file, yaml);
  const watch = callWatch(ledger, { lateMs: 20 });
  const known = { ledger, workspace, version: '0' };
  const data = join(folder.path, 'data');
  const files = createFiles({ ledger, redactor: ledger.redactor, sessionTitle: (id) => id, log: silentLogger });
  let records = 0;
  const service = new AdapterService({
    file: options.isOwn ? file : join(folder.path, 'own.yaml'),
    tokenFile: join(folder.path, 'token'),
    home: folder.path,
    firstWorkspace: () => workspace,
    ports: {
      classify: options.classify ?? (async () => ({ verdict: 'safe', reasons: [] })),
      neutralGit: (line) => neutralGit({ ...line, home: folder.path }),
      askPerson: options.askPerson ?? (async () => ({ approved: false, reason: 'nobody is there' })),
      openRecord: (id, title) => adapterSession(known, id, title),
      newRecordId: () => `client-${++records}`,
      watch,
      onAlive: (programs) => watch.alive('adapter', programs),
      content: ledger.content,
      ledger,
      redactor: ledger.redactor,
      log: silentLogger,
      environment: { PATH: process.env.PATH ?? '', HOME: folder.path, SHELL: '/bin/bash' },
      spoolFolder: join(data, 'spool'),
      ...(options.hasBoxes && { boxes: boxPorts(folder.path, data), held: files, askKeep: options.askKeep }),
      warn: (text) => warnings.push(text),
      stderr: (line) => stderr.push(line),
      ...(options.graceMs !== undefined && { graceMs: options.graceMs }),
    },
  });
  await service.open();
  return {
    folder: folder.path,
    ledger,
    watch,
    workspace,
    file,
    yaml,
    service,
    warnings,
    stderr,
    logFile: join(folder.path, 'config', 'logs', 'shell_adapter.log'),
    start: async () => (await service.start(options.isOwn ? undefined : file)).url,
    /** Reads the ledger's events of a client, by the order in which clients came. */
    events: async (client = 1): Promise<AnyLedgerEvent[]> => {
      const events: AnyLedgerEvent[] = [];
      for await (const event of (await ledger.session(`client-${client}`)).read()) events.push(event as AnyLedgerEvent);
      return events;
    },
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await files[Symbol.asyncDispose]();
      await watch[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

function yamlOf({ adapter = [], logging = [], socketio = [] }: AdapterBoxOptions, workspace: string): string {
  const section = (name: string, lines: readonly string[]) => [`${name}:`, ...lines.map((line) => `  ${line}`)];
  return [
    ...section('adapter', [`workspace_directory: ${workspace}/`, 'preset: desktop', ...adapter]),
    ...section('logging', logging),
    ...section('socketio', ['port: 0', ...socketio]),
    '',
  ].join('\n');
}
