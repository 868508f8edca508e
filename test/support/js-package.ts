import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { NodeProgram, StartNode } from '../../src-main/process/node-program.ts';
import { startNodeChild } from '../../src-main/process/node-program.ts';
import { openJsPackage } from '../../src-main/providers/js-package/js-package.ts';
import type { LinkRequest, OpenContext, ToolLink } from '../../src-main/tools/index.ts';
import { jsHostProgram } from './js-host-program.ts';

/** Writes files by path; JSON where a value is given. */
export async function writeFiles(folder: string, files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** A program on a PATH of its own: a shell script that notes its arguments in `log` and then does `body`. */
export async function fakeProgram(folder: string, name: string, body: string): Promise<void> {
  await writeFiles(folder, { [name]: `#!/bin/sh\necho "${name} $*" >> ${folder}/log\n${body}\n` });
  await chmod(join(folder, name), 0o755);
}

export interface OpenedPackage {
  readonly open: (path?: string) => Promise<ToolLink>;
  readonly asked: { title: string; text: string; command?: string | undefined }[];
  readonly progress: string[];
  readonly stderr: string[];
  readonly started: NodeProgram[];
}

export interface OpenerOptions {
  /** Folder of the package and of the session, by default. */
  readonly cwd: string;
  readonly memory: string;
  readonly answer?: boolean;
  readonly path?: string;
  readonly readyMs?: number;
  readonly startNode?: StartNode;
  readonly signal?: AbortSignal;
}

/** `openJsPackage` with a person who always answers the same. */
export function jsOpener(options: OpenerOptions): OpenedPackage {
  const { cwd, memory, answer = true, readyMs = 15_000 } = options;
  const asked: OpenedPackage['asked'] = [];
  const progress: string[] = [];
  const stderr: string[] = [];
  const started: NodeProgram[] = [];
  const context: OpenContext = {
    cwd,
    environment: { PATH: options.path ?? '/usr/bin:/bin', HOME: cwd },
    readyMs,
    confirm: async (what) => asked.push(what) > 0 && answer,
    askForm: async () => undefined,
    onProgress: (text) => progress.push(text),
    onStderr: (text) => stderr.push(text),
  };
  const startNode: StartNode = async (one) => {
    const program = await (options.startNode ?? startNodeChild)(one);
    started.push(program);
    return program;
  };
  const signal = options.signal ?? new AbortController().signal;
  const open = async (path = '.') => {
    const opener = openJsPackage(startNode, { module: await jsHostProgram(), folder: memory });
    return opener({ kind: 'js', path }, context, signal);
  };
  return { open, asked, progress, stderr, started };
}

let calls = 0;

/** Calls a tool with a value as its arguments, or with a text as it is. */
export function callTool(link: ToolLink, tool: string, args: unknown = {}, more: Partial<LinkRequest> = {}) {
  calls += 1;
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  const request = {
    tool,
    arguments: text,
    dir: '/',
    session: 's',
    callId: `call-${calls}`,
    timeoutMs: 10_000,
    ...more,
  };
  return link.call(request, new AbortController().signal);
}
