import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#core/app-error';
import { mayHoldCredentials, whyProtected } from '#core/secrets/sensitive-paths';
import type { Box, BoxRequest, OpenBox, Sandbox } from '#execution';
import { FILTER_FROM } from '#process/containment/model';
import { hiddenPlaces } from '#process/hidden-places';
import type { CacheLayers } from '#process/sandbox/cache-layers';
import { linkedToHidden } from '#process/sandbox/linked-files';
import type { SandboxOptions } from '#process/sandbox/options';
import { type ProbedSandbox, probeSandbox } from '#process/sandbox/probe';
import { protectedPlaces } from '#process/sandbox/protected-places';
import { programInSandbox } from '#process/sandbox/sandboxed-program';
import { packageLayers, privateFiles, replacedConfigs } from './box-files.ts';
import { cacheFolders, cacheVariables } from './package-caches.ts';
import { SessionLayers, unlockLayers } from './session-layers.ts';

export interface CommandSandbox extends AsyncDisposable {
  /** Whether one works here, and why not. */
  readonly state: () => Promise<ProbedSandbox>;
  /**
   * Returns the box for commands that may read a workspace but nothing hidden; `undefined` if no box works here.
   * @throws AppError UNAVAILABLE if it cannot be determined what must be hidden
   */
  readonly inWorkspace: (workspace: string) => Promise<Sandbox | undefined>;
  readonly open: OpenBox;
  /** Removes what a session's boxes had for themselves, once nothing runs in them. */
  readonly remove: (session: string) => Promise<void>;
}

export interface SandboxPlaces {
  readonly environment: Readonly<Record<string, string>>;
  readonly home: string;
  readonly dataFolder: string;
  /** Caches of package managers, as the setting has them; none unless given. */
  readonly caches?: () => readonly string[];
  /** Called once, with the reason, if no box works here. */
  readonly onNone?: (why: string | undefined) => void;
  /** Looks whether one works; the system's by default. */
  readonly probe?: typeof probeSandbox;
}

type ReadOnlyOptions = Pick<SandboxOptions, 'memoryBytes' | 'shown'>;

/** Path of the private `/tmp` in the box: macOS has no private mounts, so programs are told the path. */
const tempIn = (temp: string): string => (process.platform === 'darwin' ? join(temp, 'tmp') : '/tmp');

const READ_ONLY_TEMP = { TMPDIR: '/tmp' };

/** The boxes of commands: without credentials, other people's files and our own. */
export function commandSandbox(at: SandboxPlaces): CommandSandbox {
  const { probe = probeSandbox } = at;
  let isTold = false;
  const state = async () => {
    const known = await probe(at.environment);
    if (!known.works && !isTold) {
      isTold = true;
      at.onNone?.(known.why);
    }
    return known;
  };
  const hide = () => [...hiddenPlaces(at.home), at.dataFolder];
  const readOnly = async (workspace: string, more: ReadOnlyOptions = {}): Promise<Sandbox | undefined> => {
    const { works, program } = await state();
    if (!works || program === undefined) return undefined;
    const linked = await linkedToHidden(workspace, Promise.resolve(hide()));
    // By their names credentials are judged before anything runs, and git would take a covered one for a changed one.
    const others = linked.filter((path) => !mayHoldCredentials(path));
    const base = { strength: 'read-only', program, workspace, hide: [...hide(), ...others], ...more } as const;
    return (what, cwd) => programInSandbox(what, { ...base, cwd });
  };
  const cleared = removeOldBoxes(at.dataFolder);
  const layers = new SessionLayers(() => cacheFolders(at.caches?.() ?? [], at.home));
  const open = async (request: BoxRequest): Promise<Box | undefined> => {
    await cleared;
    if (request.strength === 'read-only') {
      const { workspace, memoryBytes, shown } = request;
      const sandbox = await readOnly(workspace, { memoryBytes, shown });
      return sandbox && { sandbox, folders: [], environment: READ_ONLY_TEMP, whyHeld: () => undefined };
    }
    const { works, program, takesFilters } = await state();
    if (!works || program === undefined) return undefined;
    const folder = join(at.dataFolder, 'boxes', request.session);
    const caches = await layers.of(request.session, folder);
    return await openBox(request, { program, takesFilters, hide: hide(), folder, caches, home: at.home });
  };
  const remove = async (session: string) => {
    const folder = join(at.dataFolder, 'boxes', session);
    await layers.close(session, folder);
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  };
  return {
    state,
    inWorkspace: (workspace) => readOnly(workspace),
    open,
    remove,
    [Symbol.asyncDispose]: () => layers[Symbol.asyncDispose](),
  };
}

/** Removes what boxes of earlier starts left; what cannot be removed does no harm. */
async function removeOldBoxes(dataFolder: string): Promise<void> {
  const boxes = join(dataFolder, 'boxes');
  await unlockLayers(boxes);
  await rm(boxes, { recursive: true, force: true }).catch(() => {});
}

interface SandboxRequest {
  readonly program: string;
  readonly takesFilters: boolean | undefined;
  readonly hide: readonly string[];
  /** Folder of the session's private files. */
  readonly folder: string;
  readonly caches: CacheLayers | undefined;
  readonly home: string;
}

async function openBox(
  request: BoxRequest,
  { program, takesFilters, hide, folder, caches, home }: SandboxRequest,
): Promise<Box> {
  const { strength, workspace, writes = [], readOnly = [], isRewriting = false, memoryBytes, shown } = request;
  const looking = protectedPlaces(workspace);
  const hidden = looking.then(({ credentials }) => [...hide, ...credentials]);
  const [places, secret, linked, { temp, empty }] = await Promise.all([
    looking,
    hidden,
    linkedToHidden(workspace, hidden),
    privateFiles(folder),
  ]);
  if (places.isCut) {
    throw new AppError('LIMIT_EXCEEDED', 'The workspace has too many folders to be searched for credentials', {
      advice: 'Run it outside the box, or open a smaller folder as the workspace',
    });
  }
  const isWritable = (path: string) => writes.some((one) => path === one || path.startsWith(`${one}/`));
  // A file is put in place in its folder.
  const isBound = (path: string) => !isWritable(path) && !writes.some((one) => one.startsWith(`${path}/`));
  const packages = places.packages.filter((path) => !isWritable(path));
  const configs = places.gitConfigs.filter((path) => !isWritable(path));
  const [replaced, layers] = await Promise.all([replacedConfigs(configs, folder), packageLayers(packages, folder)]);
  const options: Omit<SandboxOptions, 'cwd'> = {
    strength,
    program,
    workspace,
    temp,
    empty,
    replaced,
    memoryBytes,
    caches,
    shown,
    layers,
    hide: [...secret, ...linked],
    readOnly: [...(isRewriting ? [] : boundOf(places.protectedFiles.filter(isBound))), ...packages, ...readOnly],
  };
  return {
    sandbox: (what, cwd, wantsFilter) =>
      programInSandbox(what, { ...options, cwd, ...(wantsFilter && takesFilters && { filterFrom: FILTER_FROM }) }),
    folders: [temp],
    environment: { TMPDIR: tempIn(temp), ...cacheVariables(caches?.paths ?? [], { home, temp: tempIn(temp) }) },
    whyHeld: (path) => (isWritable(path) ? undefined : whyProtected(path, workspace)),
  };
}

/** Protected files that are bound read-only; each costs the more the more there are. What a command does to others is taken back. */
const MAX_BOUND = 200;

const boundOf = (paths: readonly string[]): readonly string[] =>
  paths.toSorted((one, other) => one.length - other.length).slice(0, MAX_BOUND);
