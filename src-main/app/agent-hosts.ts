import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Settings } from '#contract';
import { AppError } from '#core/app-error';
import { realOrSame } from '#core/files/real-path';
import { sha256 } from '#core/text/sha256';
import type { Box, Limiter } from '#execution';
import { heldProgram } from '#process/containment/held-program';
import type { ContainedGroup } from '#process/containment/model';
import type { StartOptions } from '#process/group';
import type { StartNode } from '#process/node-program';
import type { HostLimits, HostOpening, HostStart, OpenHost, OpenHostOptions } from '#workspaces';
import { findPython, openJsHost, openPythonHost } from '#workspaces';
import type { CommandSandbox } from './commands/command-sandbox.ts';
import { unpackedFolder } from './start/unpacked-folder.ts';
import { watchedHost } from './start/watched-host.ts';

export interface AgentHostsOptions {
  readonly sandbox: Pick<CommandSandbox, 'state' | 'open'>;
  readonly limiter: Limiter;
  readonly settings: { current(): Settings };
  readonly startNode: StartNode;
  readonly installFolder: string;
  readonly dataFolder: string;
  /** Environment of the hosts, without keys. */
  readonly environment: Readonly<Record<string, string>>;
  /** Folders of what was installed for a workspace, absolute. */
  readonly packagesOf: (workspace: string) => readonly string[];
}

/** Parts of a workspace that its own tools can read but not change. */
const CODE = ['tools', 'skills', 'schedules', 'systems', 'AGENTS.md', 'requirements.txt', '.venv', 'node_modules'];
const READY_MS = 20_000;

/** Starts the hosts of agent workspaces: in the box of their workspace, without keys, held to the limits of the settings. */
export function agentHosts(options: AgentHostsOptions): OpenHost {
  return async (start, signal) => {
    const { workspace, kind, hasRichSchemas } = start;
    const installed =
      kind === 'python' ? await packageFolders(options.packagesOf(workspace)) : new Map<string, string>();
    const box = await boxFor(options, start, installed);
    const host: OpenHostOptions = {
      workspace,
      hasRichSchemas,
      limits: limitsOf(options.settings.current()),
      environment: { ...options.environment, ...box?.environment },
      boxed: box?.sandbox,
    };
    const packages = [...(box ? installed.keys() : installed.values())];
    const opening =
      kind === 'python'
        ? await openPython(options, start, { ...host, packages }, signal)
        : await openJs(options, host, signal);
    if ('noPython' in opening || !box) return opening;
    return { ...opening, box: { strength: strengthOf(start), whyHeld: box.whyHeld } };
  };
}

async function openPython(
  options: AgentHostsOptions,
  { workspace, trusted }: HostStart,
  host: OpenHostOptions & { readonly packages: readonly string[] },
  signal: AbortSignal,
): Promise<HostOpening> {
  const { settings, environment, installFolder } = options;
  const setting = settings.current().workspaces.python;
  const isVenvTrusted = trusted.has('.venv/pyvenv.cfg');
  const python = await findPython({ workspace, setting, environment, isVenvTrusted, boxed: host.boxed });
  if ('noPython' in python) return python;
  const program = join(unpackedFolder(installFolder), 'resources', 'python-host', 'host.py');
  const { start, first } = startsIn(options, host);
  const opened = await openPythonHost({ ...host, interpreter: python.path, program, start }, signal);
  const group = first();
  return { host: group ? watchedHost(options, workspace, group, opened) : opened, python };
}

async function openJs(options: AgentHostsOptions, host: OpenHostOptions, signal: AbortSignal): Promise<HostOpening> {
  const { startNode, installFolder, dataFolder } = options;
  const module = jsHostIn(installFolder);
  const compiledFolder = join(dataFolder, 'js-packages', 'workspaces');
  const { start, first } = startsIn(options, host);
  const opened = await openJsHost({ ...host, startNode, start, module, compiledFolder }, signal);
  return { host: watchedHost(options, host.workspace, first() ?? heldProgram(opened), opened) };
}

/** Returns the starter of a host's programs, held to limits; the first of them is the host itself. */
function startsIn({ limiter }: AgentHostsOptions, { limits: { processes } }: OpenHostOptions) {
  let group: ContainedGroup | undefined;
  const start = async (how: StartOptions) => {
    const containment = await limiter.containment();
    const started = await containment.start({ ...how, processes });
    group ??= started;
    return started;
  };
  return { start, first: () => group };
}

const strengthOf = ({ hasNetwork }: Pick<HostStart, 'hasNetwork'>) => (hasNetwork ? 'network' : 'workspace');

/** Opens the box for a host; `undefined` if none works. @throws AppError */
async function boxFor(
  { sandbox, installFolder }: AgentHostsOptions,
  { workspace, hasNetwork }: HostStart,
  installed: ReadonlyMap<string, string>,
): Promise<Box | undefined> {
  const found = await Promise.all(
    CODE.map(async (name) => ((await isThere(join(workspace, name))) ? [join(workspace, name)] : [])),
  );
  const session = `agent-${sha256(workspace).slice(0, 16)}`;
  const box = await sandbox.open({
    strength: strengthOf({ hasNetwork }),
    workspace,
    session,
    readOnly: found.flat(),
    shown: new Map([...(await ownPrograms(installFolder)), ...installed]),
  });
  if (box || hasNetwork) return box;
  const { why } = await sandbox.state();
  throw new AppError(
    'UNAVAILABLE',
    `No box works here (${why ?? 'unknown'}), so its tools cannot be kept from the network`,
    {
      advice: 'Trust the workspace with the network to run it without a box, or install bubblewrap',
    },
  );
}

/** Folders of packages that are there, by where a host sees them: in a box of Linux the app's data, in which they lie, is not seen. */
async function packageFolders(folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const there = await Promise.all(folders.map(async (folder) => ((await isThere(folder)) ? [folder] : [])));
  const isBound = process.platform === 'linux';
  return new Map(there.flat().map((folder, index) => [isBound ? `/dev/sigma-packages-${index}` : folder, folder]));
}

/** The programs of the hosts, where they lie below what the box has a folder of its own for. */
async function ownPrograms(installFolder: string): Promise<ReadonlyMap<string, string>> {
  const python = join(unpackedFolder(installFolder), 'resources', 'python-host');
  const js = await realOrSame(jsHostIn(installFolder));
  const folders = [python, dirname(jsHostIn(installFolder)), dirname(js)].filter((one) =>
    /^\/(?:var\/)?tmp\//.test(one),
  );
  return new Map(folders.map((folder) => [folder, folder]));
}

const jsHostIn = (installFolder: string): string => join(installFolder, 'out', 'main', 'js-host.js');

async function isThere(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found !== undefined && !found.isSymbolicLink();
}

function limitsOf({ workspaces }: Settings): HostLimits {
  const { import_seconds, answer_kb, memory_mb, processes, cpu_percent } = workspaces;
  return {
    readyMs: READY_MS,
    importMs: import_seconds * 1000,
    answerBytes: answer_kb * 1024,
    memoryBytes: memory_mb * 1_048_576,
    processes,
    cpuPercent: cpu_percent ?? 0,
  };
}
