import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';

const NAMES = [
  'a',
  'b',
  'A',
  'line\nbreak',
  `"quoted" 'name'`,
  '-rf',
  `${'ü'.repeat(127)}x`,
  '.hidden',
  'sp ace',
  // Bytes that are not UTF-8, see core/files/path-bytes.
  'not\udcffutf\udc80',
];

const path = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));

/** One thing done to files, paths relative to the folder. */
export interface FileAct {
  readonly kind: string;
  readonly at: string;
  readonly to?: string;
  readonly what?: string;
  readonly mode?: number;
  /** Differs from act to act: who writes the same bytes again changes nothing. */
  readonly text?: string;
}

const write = fc.record({ kind: fc.constantFrom('write', 'append'), at: path });
const remove = fc.record({ kind: fc.constant('remove'), at: path });

/** Generator of the acts of a file tool. */
export const toolAct: fc.Arbitrary<FileAct> = fc.oneof(write, remove);

/** Generator of the acts of any program: edits, removals, renames, links of both kinds, and a change of kind. */
export const anyAct: fc.Arbitrary<FileAct> = fc.oneof(
  write,
  remove,
  fc.record({ kind: fc.constant('mkdir'), at: path }),
  fc.record({ kind: fc.constantFrom('rename', 'symlink', 'link'), at: path, to: path }),
  fc.record({ kind: fc.constant('become'), at: path, to: path, what: fc.constantFrom('file', 'folder', 'link') }),
  fc.record({ kind: fc.constant('chmod'), at: path, mode: fc.constantFrom(0o700, 0o755, 0o750) }),
);

/** A process of its own that acts on files as it is told. */
export function fileActor() {
  const program = join(import.meta.dirname, '..', 'fixtures', 'call-watch', 'act.py');
  const child = spawn('/usr/bin/python3', ['-B', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PYTHONUTF8: '1' },
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid ?? 0,
    /** Does all of them in their order; what cannot be done in the tree as it is, is not. */
    act: async (root: string, acts: readonly FileAct[]) => {
      child.stdin.write(`${JSON.stringify({ root, acts })}\n`);
      const { done } = await answers.next();
      if (done) throw new Error('The actor has ended');
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
