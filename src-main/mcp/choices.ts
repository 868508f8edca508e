import { lstat, readFile, rename } from 'node:fs/promises';
import { McpFile } from '#contract';
import { messageOf, systemCodeOf } from '#core/app-error';
import { writeFileAtomic } from '#core/files/atomic-file';
import { backUpFile, moveToBackup } from '#core/files/backup-file';
import type { Logger } from '#core/logger';
import { newToken } from '#core/secrets/access-token';
import type { Redactor } from '#core/secrets/redact';
import type { Tool } from '#tools';

/** Choice of the person what to serve, and the token; kept in the data folder, readable by the person alone. */
export class Choices {
  readonly #path: string;
  #file: McpFile;
  #writing: Promise<void> = Promise.resolve();
  /** Whether the file is not known to hold what was chosen last. */
  #isUnwritten = false;

  readonly #redactor: Pick<Redactor, 'add'>;

  /** Whether choices that were not read may be in the file. */
  #isUnread: boolean;

  constructor(path: string, file: McpFile, redactor: Pick<Redactor, 'add'>, isUnread = false) {
    this.#isUnread = isUnread;
    this.#path = path;
    this.#file = file;
    this.#redactor = redactor;
    redactor.add(file.token);
  }

  get current(): McpFile {
    return this.#file;
  }

  isServed(name: string): boolean {
    return this.#file.served.some((one) => one.name === name);
  }

  /** @throws AppError UNAVAILABLE and file system errors; the choice then lasts until the app ends */
  async change(change: (file: McpFile) => McpFile): Promise<void> {
    const changed = change(this.#file);
    if (!this.#isUnwritten && JSON.stringify(changed) === JSON.stringify(this.#file)) return;
    this.#isUnwritten = true;
    this.#file = changed;
    this.#redactor.add(changed.token);
    const writing = this.#writing.catch(() => {}).then(() => this.#write());
    this.#writing = writing;
    await writing;
  }

  /** Keeps the ticked tools as they are now; those that are gone for the moment stay as they were. */
  async refresh(tools: readonly Tool[]): Promise<void> {
    await this.change((file) => ({
      ...file,
      served: file.served.map((one) => definitionOf(tools.find(({ name }) => name === one.name)) ?? one),
    }));
  }

  async #write(): Promise<void> {
    if (this.#isUnread && (await isThere(this.#path))) await backUpFile(this.#path, new Date());
    this.#isUnread = false;
    const file = this.#file;
    await writeFileAtomic(this.#path, `${JSON.stringify(file, undefined, 2)}\n`);
    this.#isUnwritten = this.#file !== file;
  }
}

/** A ticked tool as it is kept. */
export function definitionOf(tool: Tool | undefined): McpFile['served'][number] | undefined {
  return tool && { name: tool.name, description: tool.description, parameters: { ...tool.parameters } };
}

/**
 * Reads the choices. A file that cannot be understood is moved aside, and one that cannot be read when others are to be written:
 * nothing is served then until it is ticked again.
 */
export async function openChoices(path: string, log: Logger, redactor: Pick<Redactor, 'add'>): Promise<Choices> {
  const fresh: McpFile = { isOn: false, token: newToken(), served: [] };
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const isUnread = systemCodeOf(error) !== 'ENOENT';
    if (isUnread) log.warn('mcp.file.unreadable', { path, error: messageOf(error) });
    return new Choices(path, fresh, redactor, isUnread);
  }
  try {
    return new Choices(path, McpFile.parse(JSON.parse(text)), redactor);
  } catch (error) {
    const movedTo = await movedAside(path).catch(() => undefined);
    log.warn('mcp.file.damaged', { path, movedTo, error: messageOf(error).slice(0, 500) });
    return new Choices(path, fresh, redactor, movedTo === undefined);
  }
}

/** Gives a damaged file another name, none that an earlier one has. */
async function movedAside(path: string): Promise<string> {
  const aside = `${path}.damaged`;
  if (await isThere(aside)) return await moveToBackup(path, new Date());
  await rename(path, aside);
  return aside;
}

async function isThere(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    (error: unknown) => systemCodeOf(error) !== 'ENOENT',
  );
}
