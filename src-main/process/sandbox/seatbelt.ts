import { dirname } from 'node:path';
import type { Program } from '../death-signal.ts';
import type { SandboxOptions } from './options.ts';
import { isBelow, realPlace } from './real-place.ts';

export const SANDBOX_EXEC = '/usr/bin/sandbox-exec';

/** Paths that programs write to and that keep nothing. */
const SINKS = ['/dev/null', '/dev/zero', '/dev/dtracehelper', '/dev/tty'];
/** Asks which address a name has. */
const RESOLVER = '/private/var/run/mDNSResponder';

/**
 * Services through which a program has something done outside: starts programs and opens addresses, acts in other programs,
 * reads the clipboard and the keychain.
 */
const SERVICES = [
  'com.apple.coreservices.launchservicesd',
  'com.apple.coreservices.quarantine-resolver',
  'com.apple.lsd.open',
  'com.apple.lsd.openurl',
  'com.apple.lsd.modifydb',
  'com.apple.pasteboard.1',
  'com.apple.SecurityServer',
  'com.apple.securityd',
  'com.apple.securityd.xpc',
  'com.apple.secd',
  'com.apple.windowserver.active',
  'com.apple.windowserver',
  'com.apple.tccd',
  'com.apple.tccd.system',
];

/** The program under macOS's own sandbox, with the same strengths as under bubblewrap. Written, not run on this system. */
export function underSeatbelt(program: Program, options: SandboxOptions): Program {
  return { file: SANDBOX_EXEC, args: ['-p', seatbeltProfile(options), '--', program.file, ...program.args] };
}

/**
 * The rules of one box, in the language of `sandbox(7)`, in which the last rule that matches an act decides. There are no
 * mounts here: what is hidden cannot be opened in place of appearing empty, a configuration with passwords in it is hidden
 * whole, `/tmp` is not private but cannot be written, and what is shown is seen in its own place.
 */
export function seatbeltProfile(options: SandboxOptions): string {
  const { strength, workspace, temp } = options;
  const { hidden, kept } = protectedBy(options);
  const own = realPaths([workspace, ...(temp === undefined ? [] : [temp])]);
  const shown = realPaths([...(options.shown?.values() ?? [])]);
  const isInside = (path: string) => own.some((folder) => isBelow(path, folder));
  const onTheWay = [...kept, ...hidden.filter(isInside)].flatMap((path) => foldersBetween(path, workspace));
  return [
    '(version 1)',
    '(allow default)',
    ...rule('deny', 'file-read*', hidden.filter((path) => !isInside(path)).map(subpath)),
    ...[...own, ...shown].filter((path) => hidden.some((folder) => isBelow(path, folder))).flatMap(seenAgain),
    '(deny file-write*)',
    ...rule('allow', 'file-write*', [...SINKS.map(literal), '(regex #"^/dev/fd/")']),
    ...rule('allow', 'file-write*', strength === 'read-only' ? [] : own.map(subpath)),
    ...rule('deny', 'file-write*', kept.map(subpath)),
    // A folder that is renamed would take what is protected in it along, to a name that is not.
    ...rule('deny', 'file-write-unlink', onTheWay.map(literal)),
    ...rule('deny', 'file-read* file-write*', hidden.filter(isInside).map(subpath)),
    ...network(strength),
    ...rule(
      'deny',
      'mach-lookup',
      SERVICES.map((name) => `(global-name ${quote(name)})`),
    ),
    '(deny appleevent-send)',
    '(deny lsopen)',
    '(deny job-creation)',
    '(deny process-info* (target others))',
    '(deny signal (target others))',
    '',
  ].join('\n');
}

/** Rules for paths that cannot be seen, and for those that cannot be changed; real paths. */
function protectedBy({ hide, readOnly = [], replaced = new Map<string, string>(), workspace }: SandboxOptions) {
  const blanked = [...replaced].filter(([path, by]) => path !== by).map(([path]) => path);
  return {
    hidden: realPaths([...hide, ...blanked]).filter((path) => path !== workspace),
    kept: realPaths([...readOnly, ...replaced.keys()]).filter((path) => isBelow(path, workspace)),
  };
}

/** A folder below a hidden one is seen all the same, and can be come to. */
function seenAgain(folder: string): string[] {
  return [
    ...rule('allow', 'file-read*', [subpath(folder)]),
    ...rule('allow', 'file-read-metadata', foldersBetween(folder, '/').map(literal)),
  ];
}

/** Sockets in the file system are how services of this machine are reached, whatever the strength. */
function network(strength: SandboxOptions['strength']): string[] {
  if (strength !== 'network') return ['(deny network*)'];
  return [
    '(deny network-outbound (remote unix-socket))',
    `(allow network-outbound (remote unix-socket (path-literal ${quote(RESOLVER)})))`,
  ];
}

/** One rule about all of these; none if there are none, since a rule without filters is about everything. */
function rule(verdict: 'allow' | 'deny', acts: string, filters: readonly string[]): string[] {
  return filters.length === 0 ? [] : [`(${[verdict, acts, ...new Set(filters)].join(' ')})`];
}

const subpath = (path: string): string => `(subpath ${quote(path)})`;
const literal = (path: string): string => `(literal ${quote(path)})`;
const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

function realPaths(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => realPlace(path)?.path ?? []))];
}

/** Folders between a path and `top`, neither counted. */
function foldersBetween(path: string, top: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); isBelow(folder, top); folder = dirname(folder)) folders.push(folder);
  return folders;
}
