import { join } from 'node:path';
import { AppError } from '#core/app-error';
import type { ConsentAsker } from '#tools';
import { createWorkspaces } from './create-workspaces.ts';
import { createFolder } from './files/create-folder.ts';
import { listFiles } from './files/list-files.ts';
import { newSkill, newSystemFile, newTask, newTool } from './files/new-files.ts';
import { findPython } from './hosts/python/find-python.ts';
import { type InstallTarget, PythonPackages } from './hosts/python/packages.ts';
import { defaultPrompt } from './layout/default-prompt.ts';
import { readLayout } from './layout/read-layout.ts';
import type { OpenAgentWorkspace } from './life/open-agent-workspace.ts';
import type { LifeParts, OpenHost } from './life/parts.ts';
import type { WorkspacesOptions } from './options.ts';
import { changedFiles, unchangedFiles } from './trust/compare.ts';
import { FolderHasher } from './trust/hash-folder.ts';
import { nearestTrust } from './trust/nearest-trust.ts';
import { reviewWorkspace } from './trust/review.ts';
import { type TrustedContents, TrustStore } from './trust/trust-store.ts';

export interface AgentsOptions
  extends Pick<WorkspacesOptions, 'file' | 'openFolder' | 'runner' | 'sessionFor' | 'log'>,
    Pick<LifeParts, 'isTurnRunning' | 'callMs' | 'record' | 'holdBack'> {
  /** Absolute path of the folder that holds what is trusted. */
  readonly trustFolder: string;
  /** Absolute path of the folder in which packages are installed. */
  readonly packagesFolder: string;
  /** Absolute path of the templates, a folder each. */
  readonly templates: string;
  readonly content: TrustedContents;
  /** Makes what starts hosts; it is told where the packages of a workspace lie. */
  readonly openHost: (packagesOf: (workspace: string) => readonly string[]) => OpenHost;
  /** Full names of the app's own tools. */
  readonly reservedNames: () => readonly string[];
  /** Environment without keys. */
  readonly environment: Readonly<Record<string, string>>;
  readonly pythonSetting: () => string | undefined;
  /** Asks the person, in the name of a workspace. */
  readonly confirmIn: (workspace: string) => ConsentAsker;
}

/** Agent workspaces with all their parts: reading, trust, hosts, files, packages. */
export function createAgents(options: AgentsOptions) {
  const packages = new PythonPackages(options.packagesFolder);
  const parts: LifeParts = {
    ...options,
    readLayout: (folder) => readLayout(folder, { reservedNames: options.reservedNames() }),
    trust: trustOf(options),
    openHost: options.openHost((workspace) => [packages.folderOf(workspace)]),
  };
  return createWorkspaces({
    file: options.file,
    parts,
    openFolder: options.openFolder,
    runner: options.runner,
    sessionFor: options.sessionFor,
    log: options.log,
    defaultPrompt,
    listFiles,
    newTool,
    newSkill,
    newTask,
    newSystemFile,
    createFolder: (folder, template) => createFolder(folder, template, options.templates),
    looksLikeOne: (folder) => looksLikeOne(parts, folder),
    install: (workspace, module, signal) => installRequirements(options, packages, workspace, { module, signal }),
    isInstalled: ({ path, layout: { requirements } }) =>
      requirements !== undefined && packages.isInstalled(path, requirements.text),
  });
}

function trustOf({ trustFolder, content, log }: AgentsOptions): LifeParts['trust'] {
  const hasher = new FolderHasher();
  const store = new TrustStore({ folder: trustFolder, content, hash: (folder) => hasher.hash(folder), log });
  return {
    get: (path) => store.get(path),
    trust: (path, seen) => store.trust(path, seen),
    restrict: async (path) => {
      hasher.forget(path);
      await store.restrict(path);
    },
    noteOwnEdit: (path, file, hash) => store.noteOwnEdit(path, file, hash),
    hash: (path, signal) => hasher.hash(path, signal),
    changes: changedFiles,
    unchanged: unchangedFiles,
    review: async (path, layout, now) =>
      await reviewWorkspace({ path, layout, now, trusted: await store.get(path), store }),
    compare: async (path, layout, now) => {
      const all = await store.all();
      const near = nearestTrust(now, all);
      const same = all.find(({ record }) => record.hash === now.hash);
      return {
        review: await reviewWorkspace({ path, layout, now, trusted: near?.record, store }),
        comparedWith: near?.path,
        trusted: same && { hasNetwork: same.record.hasNetwork },
      };
    },
  };
}

/** Whether the folder has tools, or defines how its agent is made. */
async function looksLikeOne({ readLayout: read }: LifeParts, folder: string): Promise<boolean> {
  try {
    const { tools, skills, systemFile } = await read(folder);
    return systemFile !== undefined || tools.some(({ description }) => description !== '') || skills.length > 0;
  } catch {
    return false;
  }
}

interface InstallRequest {
  readonly module: string | undefined;
  readonly signal: AbortSignal;
}

/** Asks, and installs what is wanted. @throws AppError DENIED, UNAVAILABLE, INVALID_INPUT, CANCELLED */
async function installRequirements(
  { environment, pythonSetting, confirmIn }: AgentsOptions,
  packages: PythonPackages,
  { path, layout, hosts, stderr }: OpenAgentWorkspace,
  { module, signal }: InstallRequest,
): Promise<void> {
  const { requirements } = layout;
  const wanted: InstallTarget | undefined =
    module === undefined ? requirements && { file: requirements.file, requirements: requirements.text } : { module };
  if (!wanted) throw new AppError('INVALID_INPUT', `There is no requirements.txt in ${path}`, { where: path });
  const python =
    hosts.python.python ??
    (await findPython({ workspace: path, setting: pythonSetting(), environment, isVenvTrusted: false }));
  if ('noPython' in python) throw new AppError('UNAVAILABLE', python.noPython);
  const installing = { python, environment, onText: (text: string) => stderr.add(text) };
  const command = packages.commandFor(path, wanted, installing).join(' ');
  const what = 'module' in wanted ? `the package ${wanted.module}` : `what ${join(path, wanted.file)} names`;
  const text = `Installs ${what} from the network into the app's data. Packages run code of their authors while they are installed and when tools import them.`;
  if (!(await confirmIn(path)({ title: 'Install Python packages', text, command }, signal))) {
    throw new AppError('DENIED', 'Nothing was installed');
  }
  await packages.install(path, wanted, installing, signal);
}
