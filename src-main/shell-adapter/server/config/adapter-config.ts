import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { messageOf, systemCodeOf } from '#core/app-error';
import { isLoopbackHost } from '#core/servers/loopback';
import type { AdapterFile } from './schema.ts';

/** Bases for a file's relative and missing values. */
export interface ConfigPlaces {
  /** Absolute. */
  readonly file: string;
  readonly home: string;
  /** Workspace if the file names none. */
  readonly workspace: string;
  /** Clients need a token that the file does not name. */
  readonly hasToken: boolean;
}

/** The file's values, with its paths absolute and its origins taken apart. */
export interface AdapterConfig extends AdapterFile {
  readonly workspace: string;
  readonly logFile: string;
  readonly origins: Origins;
}

/** Web pages that may connect, by their origins. */
export interface Origins {
  /** `*`: any page that presents a token. */
  readonly isAny: boolean;
  readonly listed: readonly string[];
}

interface Problem {
  readonly path: string;
  readonly message: string;
}

export interface SettledConfig {
  readonly config: AdapterConfig;
  readonly problems: readonly Problem[];
  readonly warnings: readonly string[];
}

/** Looks at what no key can be wrong in alone: sums, paths, the network. */
export async function settleConfig(file: AdapterFile, places: ConfigPlaces): Promise<SettledConfig> {
  const { adapter, logging, socketio } = file;
  const workspace = pathFrom(adapter.workspace_directory ?? places.workspace, places);
  const { origins, problems: badOrigins } = readOrigins(socketio.cors_allowed_origins);
  return {
    config: { ...file, workspace, logFile: pathFrom(logging.log_file_path, places), origins },
    problems: [
      ...sizeProblems(adapter),
      ...(await workspaceProblems(workspace)),
      ...badOrigins,
      ...networkProblems(socketio, places.hasToken),
    ],
    warnings: tightLimits(adapter),
  };
}

/** Absolute, without a slash at its end. */
function pathFrom(path: string, { file, home }: ConfigPlaces): string {
  if (path === '~' || path.startsWith('~/')) return resolve(join(home, path.slice(1)));
  return resolve(dirname(file), path);
}

function sizeProblems({
  begin_output_size: begin,
  end_output_size: end,
  max_output_size: max,
}: AdapterFile['adapter']) {
  if (begin + end <= max) return [];
  const message = `begin_output_size (${begin}) and end_output_size (${end}) together are more than max_output_size (${max})`;
  return ['begin_output_size', 'end_output_size'].map((key) => ({ path: `adapter.${key}`, message }));
}

async function workspaceProblems(workspace: string): Promise<Problem[]> {
  const path = 'adapter.workspace_directory';
  try {
    if ((await stat(workspace)).isDirectory()) return [];
    return [{ path, message: `${workspace} is not a folder` }];
  } catch (error) {
    const isMissing = systemCodeOf(error) === 'ENOENT';
    return [{ path, message: isMissing ? `There is no folder ${workspace}` : messageOf(error) }];
  }
}

function readOrigins(given: string | readonly string[]): { origins: Origins; problems: Problem[] } {
  const texts = (typeof given === 'string' ? [given] : given).map((text) => text.trim()).filter((text) => text !== '');
  const named = texts.filter((text) => text !== '*');
  const listed = named.map(originOf);
  const problems = named
    .filter((_, index) => listed[index] === undefined)
    .map((text) => ({
      path: 'socketio.cors_allowed_origins',
      message: `${text} is not an origin such as http://localhost:3000`,
    }));
  return { origins: { isAny: texts.includes('*'), listed: listed.filter((one) => one !== undefined) }, problems };
}

function originOf(text: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#]+\/?$/i.test(text)) return undefined;
  return text.replace(/\/$/, '').toLowerCase();
}

function networkProblems({ host, auth_token }: AdapterFile['socketio'], hasToken: boolean): Problem[] {
  if (isLoopbackHost(host) || auth_token !== undefined || hasToken) return [];
  const message = `${host} can be reached from other machines, so clients must present a token: name one here`;
  return [{ path: 'socketio.auth_token', message }];
}

function tightLimits({ cpu_percent_limit: cpu, memory_mb_limit: memory }: AdapterFile['adapter']): string[] {
  const limits = [
    ...(cpu !== null && cpu <= 50 ? [`cpu_percent_limit ${cpu} (percent of one core)`] : []),
    ...(memory !== null && memory <= 50 ? [`memory_mb_limit ${memory}`] : []),
  ];
  if (limits.length === 0) return [];
  const advice =
    'end almost any real tool, node, a compiler or git among them. With "preset: desktop" they are 400 and 4096.';
  return [`${limits.join(' and ')} ${limits.length === 1 ? advice.replace(/^end/, 'ends') : advice}`];
}
