import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { startNodeChild } from '../../src-main/process/node-program.ts';
import type { LinkRequest } from '../../src-main/tools/index.ts';
import type { HostLimits, LoadedFile } from '../../src-main/workspaces/hosts/code-host.ts';
import type { JsHostOptions } from '../../src-main/workspaces/hosts/js/host-process.ts';
import { type JsHost, openJsHost } from '../../src-main/workspaces/hosts/js/open-js-host.ts';
import type { CodeFile } from '../../src-main/workspaces/layout/layout.ts';
import { jsHostProgram } from './js-host-program.ts';
import { writeFiles } from './js-package.ts';
import { temporaryFolder } from './temporary-folder.ts';

const LIMITS: HostLimits = {
  readyMs: 15_000,
  importMs: 20_000,
  answerBytes: 1_000_000,
  memoryBytes: 1e9,
  processes: 100,
  cpuPercent: 0,
};

export interface JsWorkspace extends AsyncDisposable {
  readonly path: string;
  readonly host: JsHost;
  /** Returns everything its code printed. */
  readonly printed: () => string;
  readonly write: (files: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Trusts all files, or those that are left after `distrusted`, and loads all tools and the system file. */
  readonly load: (distrusted?: readonly string[], stop?: AbortSignal) => Promise<readonly LoadedFile[]>;
  readonly call: (
    tool: string,
    args?: unknown,
    more?: Partial<LinkRequest> & { signal?: AbortSignal },
  ) => Promise<unknown>;
  /** Returns the message of a failing call. */
  readonly failure: (...call: Parameters<JsWorkspace['call']>) => Promise<string>;
}

/** A workspace of these files with its host, started as the app starts it. */
export async function jsWorkspace(
  files: Readonly<Record<string, unknown>>,
  more: Omit<Partial<JsHostOptions>, 'limits'> & { readonly limits?: Partial<HostLimits> } = {},
): Promise<JsWorkspace> {
  const folder = await temporaryFolder();
  const { path } = folder;
  await writeFiles(path, files);
  const signal = new AbortController().signal;
  const host = await openJsHost(
    {
      workspace: path,
      environment: { PATH: process.env.PATH ?? '' },
      hasRichSchemas: false,
      startNode: startNodeChild,
      module: await jsHostProgram(),
      ...more,
      limits: { ...LIMITS, ...more.limits },
    },
    signal,
  );
  let printed = '';
  host.onStderr((text) => {
    printed += text;
  });
  const call: JsWorkspace['call'] = (tool, args = {}, { signal: stop = signal, ...rest } = {}) => {
    const request = { tool, arguments: JSON.stringify(args), dir: path, session: 's', callId: 'c', timeoutMs: 10_000 };
    return host.call({ ...request, ...rest }, stop);
  };
  return {
    path,
    host,
    printed: () => printed,
    write: (more) => writeFiles(path, more),
    load: async (distrusted = [], stop = signal) => {
      const trusted = await fileHashes(path);
      const code = [...trusted].flatMap(([file, hash]) => codeFile(file, hash));
      for (const file of distrusted) trusted.delete(file);
      return await host.load(code, trusted, stop);
    },
    call,
    failure: async (...given) => {
      const answer = await call(...given).catch((error: unknown) => error);
      if (!(answer instanceof Error)) throw new Error(`It went well: ${JSON.stringify(answer)}`);
      return answer.message;
    },
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function fileHashes(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hashed = files.sort().map(async (file) => {
    const hash = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    return [file.slice(folder.length + 1), hash] as const;
  });
  return new Map(await Promise.all(hashed));
}

function codeFile(file: string, hash: string): CodeFile[] {
  if (!/^(?:tools\/[^/]+|systems\/system)\.(?:mjs|js|ts)$/.test(file)) return [];
  const language = file.endsWith('.ts') ? 'typescript' : 'javascript';
  return [{ name: basename(file).replace(/\.\w+$/, ''), file, language, text: '', hash, description: '' }];
}
