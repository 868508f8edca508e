import { spawn } from 'node:child_process';
import { once } from 'node:events';
import headless from '@xterm/headless';
import type { TerminalSize } from '#contract';
import { type PtyExit, spawnPty } from '#terminal';
import { SOURCES_ENVIRONMENT, sigmaWords } from './sigma-words.ts';

export interface PhiProgramOptions {
  /** The words after `sigma`. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly size?: TerminalSize;
}

const variablesOf = ({ environment }: PhiProgramOptions) => ({ ...environment, ...SOURCES_ENVIRONMENT });

/** `sigma …` without a terminal: what it said, and its exit code. */
export async function runPhi(
  options: PhiProgramOptions,
): Promise<{ stdout: string; stderr: string; exitCode: number }> {
  const child = spawn(process.execPath, [...(await sigmaWords()), ...options.args], {
    cwd: options.cwd,
    env: variablesOf(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  const [exitCode] = (await once(child, 'close')) as [number];
  return { ...said, exitCode };
}

export interface PhiProgram extends AsyncDisposable {
  readonly pid: number;
  /** Types text as a person would; a newline is Enter. */
  type(text: string): void;
  resize(size: TerminalSize): void;
  /** The rows of the terminal, scrollback included, without trailing blanks. */
  screen(): Promise<string>;
  shows(what: string | RegExp, timeoutMs?: number): Promise<string>;
  /** Returns everything that was written, escapes included. */
  written(): string;
  readonly exit: Promise<PtyExit>;
}

/** `sigma …` in a real terminal, the screen of which is read by a real terminal emulator. */
export async function startPhi(options: PhiProgramOptions): Promise<PhiProgram> {
  const { size = { columns: 80, rows: 24 }, cwd, args } = options;
  const terminal = new headless.Terminal({
    cols: size.columns,
    rows: size.rows,
    allowProposedApi: true,
    scrollback: 5000,
  });
  let text = '';
  let exited: (exit: PtyExit) => void = () => {};
  const exit = new Promise<PtyExit>((resolve) => {
    exited = resolve;
  });
  const pty = await spawnPty(
    {
      file: process.execPath,
      args: [...(await sigmaWords()), ...args],
      cwd,
      environment: { TERM: 'xterm-256color', ...variablesOf(options) },
      ...size,
    },
    {
      onData: (more) => {
        text += more;
        terminal.write(more);
      },
      onExit: exited,
    },
  );
  // Programs ask the terminal who it is, and where the cursor is.
  const answering = terminal.onData((answer) => pty.write(answer));
  const screen = async () => {
    await new Promise<void>((resolve) => terminal.write('', resolve));
    const { active } = terminal.buffer;
    const rows = Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? '');
    return rows.join('\n').trimEnd();
  };
  const shows = async (what: string | RegExp, timeoutMs = 30_000): Promise<string> => {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const shown = await screen();
      if (typeof what === 'string' ? shown.includes(what) : what.test(shown)) return shown;
      if (Date.now() > deadline) throw new Error(`Not shown: ${what}\nThe terminal shows:\n${shown}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    pid: pty.pid,
    type: (typed) => pty.write(typed.replace(/\n/g, '\r')),
    resize: (to) => {
      terminal.resize(to.columns, to.rows);
      pty.resize(to);
    },
    screen,
    shows,
    written: () => text,
    exit,
    [Symbol.asyncDispose]: async () => {
      await pty[Symbol.asyncDispose]();
      answering.dispose();
      terminal.dispose();
    },
  };
}
