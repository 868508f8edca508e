import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from './built-host.ts';
import { temporaryFolder } from './temporary-folder.ts';

const FIXTURES = join(ROOT, 'test', 'fixtures', 'scripts');

export interface StartEnd {
  readonly exitCode: number | undefined;
  readonly output: string;
}

export interface CheckoutStart {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<StartEnd>;
}

export interface FakeCheckout extends AsyncDisposable {
  readonly path: string;
  /** Marker in the environment of everything that is started here. */
  readonly mark: string;
  /** `npm start -- <args>`, without the npm around it. */
  start(args: readonly string[], environment?: Readonly<Record<string, string>>): CheckoutStart;
  /** The same in a shell that waits and passes nothing on, as npm has one; `child` is the shell. */
  startInShell(args: readonly string[]): CheckoutStart;
  /** Lists the calls that npm, the build, the fetcher, the host and Electron noted, in order. */
  calls(): Promise<string[]>;
  write(file: string, text?: string, mode?: number): Promise<void>;
}

/** The real scripts in a folder whose npm, build, Electron and host are small programs that note how they were called. */
export async function fakeCheckout(): Promise<FakeCheckout> {
  const folder = await temporaryFolder();
  const { path } = folder;
  const write = async (file: string, text = '', mode = 0o644) => {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), text);
    await chmod(join(path, file), mode);
  };
  await cp(join(ROOT, 'scripts'), join(path, 'scripts'), { recursive: true });
  // They would start the host once more, and the compiler.
  for (const name of ['code-cache.mjs', 'js-host-cache.mjs']) await write(`scripts/${name}`);
  await cp(FIXTURES, join(path, 'tools'), { recursive: true });
  await mkdir(join(path, 'bin'));
  await copyFile(join(FIXTURES, 'npm-that-makes-node-modules.sh'), join(path, 'bin', 'npm'));
  for (const name of ['src-main/a.ts', 'src-preload/a.ts', 'src-renderer/a.ts']) await write(name);
  await write('src-main/app/start/command-line.ts', 'export const FLAGS_HELP = `  --port <number>`;');
  await write('package.json', JSON.stringify({ version: '1.2.3' }));
  await write('package-lock.json', JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }));
  for (const name of ['electron.vite.config.ts', 'tsconfig.base.json']) await write(name);
  const mark = `SIGMA_TEST_MARK=${path}`;
  const script = join(path, 'scripts', 'start.mjs');
  const run = (file: string, args: readonly string[], environment: Readonly<Record<string, string>>): CheckoutStart => {
    const PATH = [join(path, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(':');
    const child = spawn(file, args, {
      cwd: path,
      env: { PATH, HOME: path, SIGMA_TEST_MARK: path, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { child, ...followOutput(child) };
  };
  return {
    path,
    mark,
    write,
    start: (args, environment = {}) => run(process.execPath, [script, ...args], environment),
    startInShell: (args) => run('/bin/sh', ['-c', '"$0" "$@"; exit $?', process.execPath, script, ...args], {}),
    calls: async () => (await readFile(join(path, 'calls'), 'utf8').catch(() => '')).split('\n').slice(0, -1),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

function followOutput(child: ChildProcess): Pick<CheckoutStart, 'output' | 'ended'> {
  let output = '';
  for (const pipe of [child.stdout, child.stderr]) {
    pipe?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const ended = new Promise<StartEnd>((resolve) => {
    child.once('close', (code) => resolve({ exitCode: code ?? undefined, output }));
  });
  return { output: () => output, ended };
}
