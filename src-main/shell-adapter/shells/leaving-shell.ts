import { findProgram } from '#process/find-program';
import type { ClientLines } from '../carried/client-lines.ts';
import { entryIfDefined, plainDefinitions } from '../carried/definitions.ts';
import { type LeavingState, leavingBox, mayBeNamed } from '../carried/leave-box.ts';
import type { CarriedShellState, StateChange } from '../carried/shell-state.ts';
import type { BoxPorts } from './process/shell-boxes.ts';
import type { ShellProcess } from './process/shell-process.ts';

export interface LeavingShell {
  /** Change that would bring the other shell to this one's state. */
  readonly change: StateChange;
  /** State of the other shell. */
  readonly from: CarriedShellState;
  /** Shell in the box. */
  readonly home: ShellProcess;
  readonly other: ShellProcess;
  readonly lines: ClientLines;
  /** State of the other shell when it was started. */
  readonly started: CarriedShellState;
  readonly bash: string;
}

/** Determines what of one shell may be carried into one with more rights. */
export async function leavingShell(asked: LeavingShell, boxes: BoxPorts | undefined): Promise<LeavingState> {
  const { change, from, home, other, lines, started } = asked;
  const path = from.variables.get('PATH')?.values.get('0') ?? '';
  const isProgram = (name: string) => findProgram(name, { cwd: '/', environment: { PATH: path } }) !== undefined;
  return leavingBox(change, {
    lines,
    started,
    isProgram,
    isRuling: boxes?.isRuling ?? (() => true),
    environment: other.environment,
    inBox: home.environment,
    // In that mode bash reads definitions another way.
    functions: boxes && !from.options.has('posix') ? await definitionsFor(asked, boxes, isProgram) : new Map(),
  });
}

/** Finds the functions that lines of the client define, word for word. */
async function definitionsFor(
  { change: { functions }, home, lines, bash }: LeavingShell,
  boxes: BoxPorts,
  isProgram: (name: string) => boolean,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const wanted = [...functions].filter(([name, made]) => made && mayBeNamed(name, { isProgram }));
  const candidates = new Map(wanted.map(([name]) => [name, [...lines.functionsOf(name)]]));
  while ([...candidates.values()].some(({ length }) => length > 0)) {
    const bodies = new Map([...candidates].flatMap(([name, texts]) => entryIfDefined(name, texts.pop())));
    const box = await boxes.open({ strength: 'read-only', workspace: '/', session: home.id });
    if (!box) break;
    const path = home.environment.PATH ?? '';
    const plain = await plainDefinitions(bodies, { bash, path, sandbox: box.sandbox });
    for (const [name, text] of plain) {
      if (functions.get(name)?.text !== text) continue;
      found.set(name, text);
      candidates.delete(name);
    }
  }
  return found;
}
