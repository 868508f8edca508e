import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { ProcessEnvironment } from './data-folder.ts';

/** Variables that hold a key of ours: no program that is started gets to see them. */
const KEY_VARIABLES = ['PHISHELL_KEY', 'SIGMA_API_KEY'] as const;
/** Number of the descriptor on which a launcher hands keys over: lines of `NAME=value`, of which this process is the only reader. */
const HANDED_OVER = 'SIGMA_KEYS_FD';

export interface TakenKeys {
  readonly keys: ProcessEnvironment;
  /** Variables that other programs of this user can still read in `/proc`, where they could not be overwritten. */
  readonly readable: readonly string[];
}

/**
 * Takes the keys out of this process's environment: those that a launcher handed over, and those in variables. On Linux the
 * variables are also overwritten in the block that `/proc/<pid>/environ` shows, before any child is started. Never throws.
 */
export function takeKeyVariables(environment: NodeJS.ProcessEnv): TakenKeys {
  const handed = handedOver(environment[HANDED_OVER]);
  delete environment[HANDED_OVER];
  const keys: Record<string, string | undefined> = {};
  for (const name of KEY_VARIABLES) {
    const value = environment[name] ?? handed.get(name);
    if (value !== undefined) keys[name] = value;
    // The C library must not read what is overwritten below.
    delete environment[name];
  }
  return { keys, readable: process.platform === 'linux' ? overwriteInBlock(KEY_VARIABLES) : [] };
}

function handedOver(descriptor: string | undefined): Map<string, string> {
  if (descriptor === undefined || !/^\d{1,3}$/.test(descriptor) || Number(descriptor) < 3) return new Map();
  try {
    const lines = readFileSync(Number(descriptor), 'utf8').split('\n');
    closeSync(Number(descriptor));
    return new Map(lines.filter((line) => line.includes('=')).map(splitLine));
  } catch {
    return new Map();
  }
}

function splitLine(line: string): [string, string] {
  const at = line.indexOf('=');
  return [line.slice(0, at), line.slice(at + 1)];
}

/** Overwrites the variables in the block that this process was started with; answers those that are still there. */
function overwriteInBlock(names: readonly string[]): readonly string[] {
  const before = readBlock();
  if (!before || !names.some((name) => variableRange(before, name))) return [];
  try {
    const memory = openSync('/proc/self/mem', 'r+');
    try {
      const start = blockStart();
      for (const name of names) {
        for (let found = variableRange(before, name); found; found = variableRange(before, name)) {
          before.fill(0, found.start, found.end);
          writeSync(memory, before, found.start, found.end - found.start, start + found.start);
        }
      }
    } finally {
      closeSync(memory);
    }
  } catch {
    // A hardened kernel; what is still there is answered.
  }
  const after = readBlock();
  return names.filter((name) => after && variableRange(after, name));
}

function readBlock(): Buffer | undefined {
  try {
    return readFileSync('/proc/self/environ');
  } catch {
    return undefined;
  }
}

/** Place of a variable's name and value, without the NUL behind them. */
function variableRange(block: Buffer, name: string): { readonly start: number; readonly end: number } | undefined {
  const first = block.subarray(0, name.length + 1).toString('latin1') === `${name}=`;
  const start = first ? 0 : block.indexOf(`\0${name}=`, 0, 'latin1') + 1;
  if (!first && start === 0) return undefined;
  const end = block.indexOf(0, start);
  return { start, end: end < 0 ? block.length : end };
}

/** Address of the block in this process's memory: `env_start` of proc(5), the 50th field. */
function blockStart(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  // The second field is the program's name in parentheses, with any characters.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[50 - 3]);
}
