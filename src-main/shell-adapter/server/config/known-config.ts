import { AppError } from '#core/app-error';
import { type FileReadResult, readTextFile } from '#core/files/text-file';
import { MAX_YAML_BYTES } from '#core/parsing/yaml-text';
import { type ConfigReadResult, readAdapterConfig } from './read-config.ts';

/** A configuration as it was read. */
export interface KnownConfig extends ConfigReadResult {
  readonly file: string;
  readonly text: string;
}

/** Reads a configuration file that was named for this start. @throws AppError INVALID_INPUT */
export async function readGivenFile(file: string, home: string): Promise<KnownConfig> {
  const reading = await readTextFile(file, MAX_YAML_BYTES);
  if (reading.state === 'missing') {
    throw new AppError('INVALID_INPUT', `There is no configuration file ${file}`, { where: file });
  }
  return await parseKnownConfig(reading, { file, home, workspace: home, hasToken: false });
}

export async function parseKnownConfig(
  reading: FileReadResult,
  places: Parameters<typeof readAdapterConfig>[1],
): Promise<KnownConfig> {
  const { file } = places;
  if (reading.state !== 'text') {
    const message = reading.state === 'unreadable' ? reading.message : 'There is no such file';
    return { file, text: '', config: undefined, problems: [{ path: '', message }], warnings: [], preset: 'file' };
  }
  return { file, text: reading.text, ...(await readAdapterConfig(reading.text, places)) };
}

/** Builds the error for a file that is unusable, with every problem. */
export function unusableConfig({ file, problems }: KnownConfig): AppError {
  const { path = '', message = '' } = problems[0] ?? {};
  const first = path === '' ? message : `${path}: ${message}`;
  return new AppError('INVALID_INPUT', `The configuration cannot be used: ${first}`, {
    where: file,
    problems: [...problems],
  });
}

export function noToken(file: string | undefined): AppError {
  const advice = 'Name one in the file as socketio.auth_token.';
  return new AppError('NOT_FOUND', 'Clients of this machine need no token: the file names none', {
    ...(file !== undefined && { where: file }),
    advice,
  });
}
