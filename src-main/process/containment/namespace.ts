import type { Program } from '../death-signal.ts';
import { findProgram } from '../find-program.ts';
import { SYSTEM_PATH } from '../system-program.ts';
import { Leader } from './leader.ts';
import { allRows, readProc, rowOf } from './proc-files.ts';

/** The program in a PID namespace of its own, on the whole machine as it is; the kernel ends all of it with its first process. */
export function inNamespace(bwrap: string, { file, args }: Program): Program {
  const binds = ['--dev-bind', '/', '/', '--dev-bind', '/dev', '/dev', '--proc', '/proc'];
  return { file: bwrap, args: [...binds, '--unshare-pid', '--die-with-parent', '--', file, ...args] };
}

/** bubblewrap, from where only the system installs. */
export function findBubblewrap(): string | undefined {
  return findProgram('bwrap', { cwd: '/', environment: { PATH: SYSTEM_PATH } });
}

export interface NamespacePids {
  /** bubblewrap outside and the namespace's first process, which are none of the tree. */
  readonly around: ReadonlySet<number>;
  readonly program: number | undefined;
  /**
   * First process of the namespace, whose end makes the kernel end the whole namespace; the outermost if namespaces are
   * nested.
   */
  readonly first?: Leader | undefined;
}

/** Finds the processes inside a bubblewrap that has started its program. */
export async function namespacePids(outer: number): Promise<NamespacePids> {
  const [first] = await childPids(outer);
  if (first === undefined) return { around: new Set([outer]), program: undefined };
  const [program] = await childPids(first);
  return { around: new Set([outer, first]), program, first: new Leader(first) };
}

/** Lists the children of a process; not every kernel offers this list. */
async function childPids(pid: number): Promise<number[]> {
  const text = readProc(`/proc/${pid}/task/${pid}/children`).trim();
  if (text !== '') return text.split(' ').map(Number);
  if (rowOf(pid) === undefined) return [];
  return (await allRows()).filter(({ parent }) => parent === pid).map((row) => row.pid);
}
