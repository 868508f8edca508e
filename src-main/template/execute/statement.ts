import { sourceOf } from '../node-text.ts';
import type { ActionNode, ListNode, StatementNode, TextNode } from '../nodes.ts';
import { printed, typeName } from '../values/index.ts';
import { FunctionValue, type TemplateValue } from '../values.ts';
import { compileIf, compileWith } from './branch.ts';
import { BREAK, CONTINUE, DONE, type Exec, type Expression } from './expression.ts';
import { fail, type Site } from './failure.ts';
import { NOWHERE, nowhere } from './origins.ts';
import { compileCommands } from './pipeline.ts';
import { compileRange } from './range.ts';
import type { Run } from './run.ts';
import { compileTemplateCall } from './template-call.ts';
import type { Unit } from './unit.ts';

/** Statements one after the other. */
export function compileList(unit: Unit, { nodes }: ListNode): Exec {
  const execs = unit.nested(() => nodes.map((node) => compileStatement(unit, node)));
  const [only] = execs;
  if (only === undefined) return () => DONE;
  if (execs.length === 1) return only;
  const last = execs.length - 1;
  return (run, dot) => {
    for (let at = 0; at < execs.length; at++) {
      const status = (execs[at] as Exec)(run, dot);
      if (status === DONE) continue;
      return typeof status === 'number' || at === last ? status : proceed(run, dot, { execs, at, status });
    }
    return DONE;
  };
}

interface Halted {
  readonly execs: readonly Exec[];
  /** Which of them gave this promise. */
  readonly at: number;
  readonly status: Promise<number>;
}

async function proceed(run: Run, dot: TemplateValue, { execs, at, status }: Halted): Promise<number> {
  let ended = await status;
  for (let next = at + 1; ended === DONE && next < execs.length; next++) {
    const outcome = (execs[next] as Exec)(run, dot);
    ended = typeof outcome === 'number' ? outcome : await outcome;
  }
  return ended;
}

function compileStatement(unit: Unit, node: StatementNode): Exec {
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

function compileText(unit: Unit, node: TextNode): Exec {
  const site = unit.site(node);
  const { text } = node;
  if (!unit.around.modes.spans) {
    return (run) => {
      run.write(text, site);
      return DONE;
    };
  }
  const place = unit.place('text', node);
  return (run) => {
    run.write(text, site);
    run.recorder?.add(run.out.length, place, NOWHERE);
    return DONE;
  };
}

function compileAction(unit: Unit, node: ActionNode): Exec {
  const site = unit.site(node);
  if (node.pipe.declarations.length > 0) return compileSilent(unit.compilers.pipe(unit, node.pipe), site);
  // A null interface is printed as no value is: nothing has to be unwrapped.
  const value = unit.nested(() => compileCommands(unit, node.pipe));
  const write = unit.around.modes.spans ? tracedWriter(unit, node, value) : writer(site);
  if (value.waits) {
    const { evaluate } = value;
    return async (run, dot) => write(run, await evaluate(run, dot));
  }
  const { evaluate } = value;
  return (run, dot) => write(run, evaluate(run, dot));
}

/** What only declares or assigns writes nothing. */
function compileSilent(value: Expression, site: Site): Exec {
  if (value.waits) {
    const { evaluate } = value;
    return async (run, dot) => {
      await evaluate(run, dot);
      run.spend(1, site);
      return DONE;
    };
  }
  const { evaluate } = value;
  return (run, dot) => {
    evaluate(run, dot);
    run.spend(1, site);
    return DONE;
  };
}

type Write = (run: Run, value: TemplateValue) => typeof DONE;

function writer(site: Site): Write {
  return (run, value) => {
    run.write(typeof value === 'string' ? value : printable(run, value, site), site);
    return DONE;
  };
}

function tracedWriter(unit: Unit, node: ActionNode, { origin = nowhere, calls }: Expression): Write {
  const site = unit.site(node);
  const place = unit.place(calls ? 'call' : 'value', node);
  return (run, value) => {
    run.write(typeof value === 'string' ? value : printable(run, value, site), site);
    run.recorder?.add(run.out.length, place, origin(run));
    return DONE;
  };
}

function printable(run: Run, value: TemplateValue, site: Site): string {
  if (!(value instanceof FunctionValue)) return printed(value);
  return fail(run, site, `can't print ${sourceOf(site.node)} of type ${typeName(value)}`);
}
