import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startGroup } from '#process/group';
import type { HostLimits } from '../../src-main/workspaces/hosts/code-host.ts';
import { openPythonHost } from '../../src-main/workspaces/hosts/python/open-python-host.ts';
import { readLayout } from '../../src-main/workspaces/layout/read-layout.ts';

export const HOST_PROGRAM = join(import.meta.dirname, '../../resources/python-host/host.py');
export const LIMITS: HostLimits = {
  readyMs: 20_000,
  importMs: 20_000,
  answerBytes: 1_000_000,
  memoryBytes: 1e9,
  processes: 100,
  cpuPercent: 0,
};

export interface PythonBoxOptions {
  readonly interpreter?: string;
  readonly hasRichSchemas?: boolean;
  readonly limits?: Partial<HostLimits>;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A folder with a real Python host; what is written is trusted when it is loaded. */
export async function pythonBox(options: PythonBoxOptions = {}) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'sigma-python-')));
  const { interpreter = 'python3', hasRichSchemas = false, limits } = options;
  const { signal } = new AbortController();
  const host = await openPythonHost(
    {
      workspace: folder,
      interpreter,
      program: HOST_PROGRAM,
      hasRichSchemas,
      start: startGroup,
      environment: { PATH: process.env.PATH ?? '', ...options.environment },
      limits: { ...LIMITS, ...limits },
    },
    signal,
  );
  const write = async (files: Readonly<Record<string, string>>) => {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
  };
  /** Loads the folder as it is; `more` are further trusted files. */
  const load = async (more: ReadonlyMap<string, string> = new Map()) => {
    const { tools, systemFile } = await readLayout(folder, { reservedNames: [] });
    const code = [...tools, ...(systemFile ? [systemFile] : [])];
    return await host.load(
      code,
      new Map([...more, ...code.map((one): [string, string] => [one.file, one.hash])]),
      signal,
    );
  };
  const call = (tool: string, args: unknown = {}, stop = signal, timeoutMs = 20_000) => {
    const request = { tool, arguments: JSON.stringify(args), dir: folder, session: 's', callId: 'c', timeoutMs };
    return host.call(request, stop);
  };
  return {
    folder,
    host,
    write,
    load,
    call,
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
