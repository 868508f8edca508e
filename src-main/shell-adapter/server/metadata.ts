import { readFile } from 'node:fs/promises';
import { release } from 'node:os';
import { basename } from 'node:path';
import { startGroup } from '#process/group';

export interface ShellMetadata {
  readonly operating_system: string;
  readonly shell: string;
  readonly workspace_directory: string;
}

export interface MetadataOptions {
  /** Path of the shell that commands run in. */
  readonly shell: string;
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string>>;
  /** File in which Linux describes itself, for tests. */
  readonly releaseFile?: string;
  readonly platform?: NodeJS.Platform;
}

/** Time limit for a program to tell its version, in milliseconds. */
const ANSWER_MS = 3000;
const UNKNOWN = 'unknown';

/** Makes a lookup of system and shell that asks once; what cannot be known is `unknown`. */
export function shellMetadata(options: MetadataOptions): () => Promise<ShellMetadata> {
  let found: Promise<ShellMetadata> | undefined;
  return () => {
    found ??= findMetadata(options);
    return found;
  };
}

async function findMetadata(options: MetadataOptions): Promise<ShellMetadata> {
  const [operatingSystem, shell] = await Promise.all([systemName(options), shellName(options)]);
  return { operating_system: operatingSystem, shell, workspace_directory: options.workspace };
}

async function systemName(options: MetadataOptions): Promise<string> {
  const platform = options.platform ?? process.platform;
  if (platform === 'win32') return `Windows ${release()}`;
  if (platform === 'darwin')
    return `macOS ${(await firstLineOfOutput('/usr/bin/sw_vers', ['-productVersion'], options)) ?? release()}`;
  const text = await readFile(options.releaseFile ?? '/etc/os-release', 'utf8').catch(() => '');
  const name = /^PRETTY_NAME=(?:"([^"\n]*)"|'([^'\n]*)'|(\S*))/m.exec(text);
  return (name?.[1] ?? name?.[2] ?? name?.[3]) || `Linux ${release()}`;
}

/** The word for its kind, then what it says of itself, as the document's example has it. */
async function shellName(options: MetadataOptions): Promise<string> {
  const version = await firstLineOfOutput(options.shell, ['--version'], options);
  return version === undefined ? UNKNOWN : `${basename(options.shell).replace(/\.exe$/i, '')} ${version}`;
}

async function firstLineOfOutput(
  file: string,
  args: readonly string[],
  { environment }: Pick<MetadataOptions, 'environment'>,
): Promise<string | undefined> {
  try {
    await using group = await startGroup({
      file,
      args,
      cwd: '/',
      environment: { ...environment, LC_ALL: 'C' },
      graceMs: 0,
    });
    let text = '';
    group.stdout.setEncoding('utf8').on('data', (piece: string) => {
      if (text.length < 10_000) text += piece;
    });
    group.stderr.resume();
    const closed = new Promise<void>((resolve) => group.stdout.once('close', resolve));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ANSWER_MS);
    });
    await Promise.race([closed, late]);
    clearTimeout(timer);
    return text.split('\n')[0]?.trim() || undefined;
  } catch {
    return undefined;
  }
}
