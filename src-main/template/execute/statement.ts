import type { ListNode, StatementNode } from '../nodes.ts';
import type { TemplateValue } from '../values.ts';
import { compileIf, compileWith } from './branch.ts';
import { BREAK, CONTINUE, DONE, type Executor } from './expression.ts';
import { compileRange } from './range.ts';
import type { Run } from './run.ts';
import { compileTemplateCall } from './template-call.ts';
import type { Unit } from './unit.ts';
import { compileAction, compileText, compileTextAndValue, writes } from './writing.ts';

/** Compiles a list of statements, which run one after the other. */
export function compileList(unit: Unit, { nodes }: ListNode): Executor {
  const execs = unit.nested(() => compileStatements(unit, nodes));
  const [only] = execs;
  if (only === undefined) return () => DONE;
  if (execs.length === 1) return only;
  const last = execs.length - 1;
  return (run, dot) => {
    for (let at = 0; at < execs.length; at++) {
      const status = (execs[at] as Executor)(run, dot);
      if (status === DONE) continue;
      return typeof status === 'number' || at === last ? status : proceed(run, dot, { execs, at, status });
    }
    return DONE;
  };
}

function compileStatements(unit: Unit, nodes: readonly StatementNode[]): readonly Executor[] {
  const execs: Executor[] = [];
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at] as StatementNode;
    const next = nodes[at + 1];
    if (unit.around.modes.spans && node.kind === 'text' && next?.kind === 'action' && writes(next)) {
      execs.push(...compileTextAndValue(unit, node, next));
      at += 1;
    } else execs.push(compileStatement(unit, node));
  }
  return execs;
}

interface HaltedList {
  readonly execs: readonly Executor[];
  /** Index of the one that gave this promise. */
  readonly at: number;
  readonly status: Promise<number>;
}

async function proceed(run: Run, dot: TemplateValue, { execs, at, status }: HaltedList): Promise<number> {
  let ended = await status;
  for (let next = at + 1; ended === DONE && next < execs.length; next++) {
    const outcome = (execs[next] as Executor)(run, dot);
    ended = typeof outcome === 'number' ? outcome : await outcome;
  }
  return ended;
}

function compileStatement(unit: Unit, node: StatementNode): Executor {
  unit.begin(node);
  switch (node.kind) {
    case 'text':
      return compileText(unit, node);
    case 'action':
      return compileAction(unit, node);
    case 'if':
      return compileIf(unit, node);
    case 'with':
      return compileWith(unit, node);
    case 'range':
      return compileRange(unit, node);
    case 'template':
      return compileTemplateCall(unit, node);
    case 'break':
      return () => BREAK;
    case 'continue':
      return () => CONTINUE;
  }
}
