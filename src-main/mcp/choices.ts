import { readFile, rename } from 'node:fs/promises';
import { McpFile } from '#contract';
import { messageOf, systemCodeOf } from '#core/app-error';
import { writeFileAtomic } from '#core/files/atomic-file';
import type { Logger } from '#core/logger';
import { newToken } from '#core/secrets/access-token';
import type { Redactor } from '#core/secrets/redact';
import type { Tool } from '#tools';

/** Choice of the person what to serve, and the token; kept in the data folder, readable by the person alone. */
export class Choices {
  readonly #path: string;
  #file: McpFile;
  #writing: Promise<void> = Promise.resolve();

  readonly #redactor: Pick<Redactor, 'add'>;

  constructor(path: string, file: McpFile, redactor: Pick<Redactor, 'add'>) {
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

  /** @throws file system errors; the choice then lasts until the app ends */
  async change(change: (file: McpFile) => McpFile): Promise<void> {
    const changed = change(this.#file);
    if (JSON.stringify(changed) === JSON.stringify(this.#file)) return;
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

  #write(): Promise<void> {
    return writeFileAtomic(this.#path, `${JSON.stringify(this.#file, undefined, 2)}\n`);
  }
}

/** A ticked tool as it is kept. */
export function definitionOf(tool: Tool | undefined): McpFile['served'][number] | undefined {
  return tool && { name: tool.name, description: tool.description, parameters: { ...tool.parameters } };
}

/** A file that cannot be read is moved aside: nothing is served then until it is ticked again. */
export async function openChoices(path: string, log: Logger, redactor: Pick<Redactor, 'add'>): Promise<Choices> {
  const fresh: McpFile = { isOn: false, token: newToken(), served: [] };
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') log.warn('mcp.file.unreadable', { path, error: messageOf(error) });
    return new Choices(path, fresh, redactor);
  }
  try {
    return new Choices(path, McpFile.parse(JSON.parse(text)), redactor);
  } catch (error) {
    log.warn('mcp.file.damaged', { path, movedTo: `${path}.damaged`, error: messageOf(error).slice(0, 500) });
    await rename(path, `${path}.damaged`).catch(() => {});
    return new Choices(path, fresh, redactor);
  }
}
