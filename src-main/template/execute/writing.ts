import { nodeSource } from '../node-text.ts';
import type { ActionNode, TextNode } from '../nodes.ts';
import { printedText, templateTypeName } from '../values/index.ts';
import { FunctionValue, type TemplateValue } from '../values.ts';
import { DONE, type Executor, type Expression } from './expression.ts';
import { fail, type NodeSite } from './failure.ts';
import { nowhere } from './find-origin.ts';
import { NOWHERE } from './origins.ts';
import { compileCommands } from './pipeline.ts';
import type { Run } from './run.ts';
import type { Unit } from './unit.ts';

/** Compiles the text outside of actions. */
export function compileText(unit: Unit, node: TextNode): Executor {
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

/** Whether an action writes: one that only declares or assigns does not. */
export function writes({ pipe }: ActionNode): boolean {
  return pipe.declarations.length === 0;
}

export function compileAction(unit: Unit, node: ActionNode): Executor {
  if (!writes(node)) return compileSilent(unit.compilers.pipe(unit, node.pipe), unit.site(node));
  return compileWritten(unit, node, compileWriting(unit, node));
}

/** A null interface is printed as no value is: nothing has to be unwrapped. */
function compileWriting(unit: Unit, { pipe }: ActionNode): Expression {
  return unit.nested(() => compileCommands(unit, pipe));
}

function compileWritten(unit: Unit, node: ActionNode, value: Expression): Executor {
  const site = unit.site(node);
  const write = unit.around.modes.spans ? tracedWriter(unit, node, value) : writer(site);
  if (value.waits) {
    const { evaluate } = value;
    return async (run, dot) => write(run, await evaluate(run, dot));
  }
  const { evaluate } = value;
  return (run, dot) => write(run, evaluate(run, dot));
}

function compileSilent(value: Expression, site: NodeSite): Executor {
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

/**
 * Compiles a text with the value behind it, if spans are requested: most of a template is of this form, and noted in
 * one step.
 */
export function compileTextAndValue(unit: Unit, node: TextNode, action: ActionNode): readonly Executor[] {
  const value = compileWriting(unit, action);
  if (value.waits) return [compileText(unit, node), compileWritten(unit, action, value)];
  const [textSite, site] = [unit.site(node), unit.site(action)];
  const { text } = node;
  const { evaluate, origin = nowhere, calls } = value;
  const places = { text: unit.place('text', node), value: unit.place(calls ? 'call' : 'value', action) };
  return [
    (run, dot) => {
      run.write(text, textSite);
      const middle = run.out.length;
      const given = evaluate(run, dot);
      run.write(typeof given === 'string' ? given : printable(run, given, site), site);
      run.recorder?.addTwo(middle, run.out.length, places, origin(run));
      return DONE;
    },
  ];
}

type ValueWriter = (run: Run, value: TemplateValue) => typeof DONE;

function writer(site: NodeSite): ValueWriter {
  return (run, value) => {
    run.write(typeof value === 'string' ? value : printable(run, value, site), site);
    return DONE;
  };
}

function tracedWriter(unit: Unit, node: ActionNode, { origin = nowhere, calls }: Expression): ValueWriter {
  const site = unit.site(node);
  const place = unit.place(calls ? 'call' : 'value', node);
  return (run, value) => {
    run.write(typeof value === 'string' ? value : printable(run, value, site), site);
    run.recorder?.add(run.out.length, place, origin(run));
    return DONE;
  };
}

function printable(run: Run, value: TemplateValue, site: NodeSite): string {
  if (!(value instanceof FunctionValue)) return printedText(value);
  return fail(run, site, `can't print ${nodeSource(site.node)} of type ${templateTypeName(value)}`);
}
