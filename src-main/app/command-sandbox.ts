import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import { withoutLogins } from '#core/git-logins';
import { mayHoldCredentials, whyProtected } from '#core/sensitive-paths';
import type { Box, BoxRequest, OpenBox, Sandbox } from '#execution';
import { hiddenPlaces } from '#process/hidden-places';
import type { CacheLayers } from '#process/sandbox/cache-layers';
import { linkedToHidden } from '#process/sandbox/linked-files';
import type { SandboxOptions } from '#process/sandbox/options';
import { probeSandbox, type SandboxState } from '#process/sandbox/probe';
import { protectedPlaces } from '#process/sandbox/protected-places';
import { sandboxed } from '#process/sandbox/sandboxed';
import { cacheFolders, cacheVariables } from './package-caches.ts';
import { SessionLayers, unlockLayers } from './session-layers.ts';

export interface CommandSandbox extends AsyncDisposable {
  /** Whether one works here, and why not. */
  readonly state: () => Promise<SandboxState>;
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

/** Folders in `node_modules` that tools write to while they build and test. */
const PACKAGE_CACHES = ['.cache', '.vite', '.vite-temp'];

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
    return (what, cwd) => sandboxed(what, { ...base, cwd });
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
    const { works, program } = await state();
    if (!works || program === undefined) return undefined;
    const folder = join(at.dataFolder, 'boxes', request.session);
    const caches = await layers.of(request.session, folder);
    return await openBox(request, { program, hide: hide(), folder, caches, home: at.home });
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
  readonly hide: readonly string[];
  /** Folder of the session's private files. */
  readonly folder: string;
  readonly caches: CacheLayers | undefined;
  readonly home: string;
}

async function openBox(request: BoxRequest, { program, hide, folder, caches, home }: SandboxRequest): Promise<Box> {
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
  const [replaced, packageLayers] = await Promise.all([replacedConfigs(configs, folder), layersFor(packages, folder)]);
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
    layers: packageLayers,
    hide: [...secret, ...linked],
    readOnly: [...(isRewriting ? [] : boundOf(places.protectedFiles.filter(isBound))), ...packages, ...readOnly],
  };
  return {
    sandbox: (what, cwd) => sandboxed(what, { ...options, cwd }),
    folders: [temp],
    environment: { TMPDIR: tempIn(temp), ...cacheVariables(caches?.paths ?? [], { home, temp: tempIn(temp) }) },
    whyHeld: (path) => (isWritable(path) ? undefined : whyProtected(path, workspace)),
  };
}

/** Protected files that are bound read-only; each costs the more the more there are. What a command does to others is taken back. */
const MOST_BOUND = 200;

const boundOf = (paths: readonly string[]): readonly string[] =>
  paths.toSorted((one, other) => one.length - other.length).slice(0, MOST_BOUND);

/** Makes the private files of a session's box. @throws AppError UNAVAILABLE */
async function privateFiles(folder: string): Promise<{ readonly temp: string; readonly empty: string }> {
  const temp = join(folder, 'temp');
  const empty = join(folder, 'empty');
  try {
    await Promise.all([openFolder(join(temp, 'tmp')), openFolder(join(temp, 'var/tmp')), emptyFile(empty)]);
  } catch (error) {
    throw cannotMake(folder, error);
  }
  return { temp, empty };
}

/** Makes a folder that everybody may write to, as `/tmp` is. */
async function openFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o1777);
}

/** Makes an empty file that nobody may write to, not even who made it: it is made once for a session. */
async function emptyFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '', { mode: 0o444, flag: 'wx' }).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  });
}

/** Configurations of git as the box shows them, by their paths. @throws AppError UNAVAILABLE */
async function replacedConfigs(configs: readonly string[], folder: string): Promise<ReadonlyMap<string, string>> {
  try {
    return new Map(await Promise.all(configs.map(async (path) => [path, await configFor(path, folder)] as const)));
  } catch (error) {
    throw cannotMake(folder, error);
  }
}

function cannotMake(folder: string, error: unknown): AppError {
  return new AppError('UNAVAILABLE', `The box could not be made in ${folder}: ${messageOf(error)}`, { where: folder });
}

/** Folders of the session that are seen in installed packages in place of what tools keep there. */
async function layersFor(packages: readonly string[], folder: string): Promise<ReadonlyMap<string, string>> {
  const paths = packages.flatMap((one) => PACKAGE_CACHES.map((name) => join(one, name)));
  const layers = await Promise.all(
    paths.map(async (path) => {
      const layer = join(folder, 'layers', shortHash(path));
      try {
        // Something can be laid over what is there alone; an empty folder among packages means nothing.
        await Promise.all([mkdir(path, { recursive: true }), mkdir(layer, { recursive: true })]);
        return [[path, layer] as const];
      } catch {
        // What cannot be made cannot be written either.
        return [];
      }
    }),
  );
  return new Map(layers.flat());
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The configuration itself; where it has passwords in it, a copy without them. */
async function configFor(path: string, folder: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const blanked = withoutLogins(text);
  if (blanked === text) return path;
  const copy = join(folder, `git-config-${shortHash(path)}`);
  await writeFile(copy, blanked, { mode: 0o600 });
  return copy;
}
