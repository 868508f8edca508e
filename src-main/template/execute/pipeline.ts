import { nodeSource } from '../node-text.ts';
import type { CommandNode, OperandNode, PipeNode } from '../nodes.ts';
import type { TemplateValue } from '../values.ts';
import { compileCall } from './call.ts';
import { type Expression, factsOf, mappedExpression } from './expression.ts';
import type { NodeSite } from './failure.ts';
import { compileChain, compileField, compileOperand, compileVariable, failing } from './operand.ts';
import { NOWHERE } from './origins.ts';
import type { Run } from './run.ts';
import type { Unit } from './unit.ts';
import { assignVariable } from './variable.ts';

/** Compiles a pipe with what it declares or assigns; a null interface is undefined behind it, as in Go. */
export function compilePipe(unit: Unit, pipe: PipeNode): Expression {
  const value = compileCommands(unit, pipe);
  const unwrapped = value.isInterface ? mappedExpression(value, unwrap, { ...value, isInterface: false }) : value;
  return pipe.declarations.length === 0 ? unwrapped : compileDeclarations(unit, pipe, unwrapped);
}

/** Compiles a pipe's commands, without its declarations. */
export function compileCommands(unit: Unit, pipe: PipeNode): Expression {
  const [first, ...others] = pipe.commands;
  if (first === undefined) throw new Error('A pipeline has no command');
  const compile = (command: CommandNode, at: number, before: PrecedingCommand) => {
    unit.begin(pipe);
    const isOperand = isChoice(unit, pipe.commands[at + 1]);
    const compiled = () => compileCommand(unit, command, before);
    return isOperand ? unit.inCondition(compiled) : compiled();
  };
  const start = compile(first, 0, { last: unit.site(pipe), expression: undefined });
  return others.reduce((before, command, at) => {
    return pipeInto(before, compile(command, at + 1, { last: before.last, expression: before }));
  }, start);
}

/** Whether the command is `and`, `or` or `not`, for which a piped value is an operand. */
function isChoice(unit: Unit, command: CommandNode | undefined): boolean {
  const called = command?.args[0];
  if (called?.kind !== 'identifier' || unit.around.functions.has(called.name)) return false;
  return called.name === 'and' || called.name === 'or' || called.name === 'not';
}

function unwrap(_run: Run, value: TemplateValue): TemplateValue {
  return value === null ? undefined : value;
}

function pipeInto(before: Expression, next: Expression): Expression {
  const facts = factsOf(next.last, {
    isInterface: next.isInterface,
    origin: next.origin,
    calls: before.calls || next.calls,
  });
  if (!before.waits && !next.waits) {
    const { evaluate } = before;
    const { evaluate: proceed } = next;
    return {
      ...facts,
      waits: false,
      evaluate: (run, dot, final) => proceed(run, dot, evaluate(run, dot, final) ?? undefined),
    };
  }
  return {
    ...facts,
    waits: true,
    evaluate: async (run, dot, final) => next.evaluate(run, dot, (await before.evaluate(run, dot, final)) ?? undefined),
  };
}

function compileDeclarations(unit: Unit, pipe: PipeNode, value: Expression): Expression {
  const { origin, last } = value;
  const stores = pipe.declarations.map(({ names: [name] }) => {
    if (pipe.isAssignment) {
      const variables = unit.scope.find(name);
      for (const variable of variables) variable.path = undefined;
      return assignVariable(name, variables, last);
    }
    const variable = unit.scope.declare(name);
    variable.path = value.path;
    variable.origin = unit.fixed(name, origin);
    return assignVariable(name, [{ ...variable, isConditional: false }], last);
  });
  return mappedExpression(value, (run, result) => {
    for (const store of stores) store(run, result, origin?.(run) ?? NOWHERE);
    return result;
  });
}

interface PrecedingCommand {
  /** Place that errors name if they are found before anything of the command is evaluated. */
  readonly last: NodeSite | undefined;
  readonly expression: Expression | undefined;
}

function compileCommand(unit: Unit, command: CommandNode, before: PrecedingCommand): Expression {
  const [first, ...args] = command.args;
  if (first === undefined) throw new Error('A command has no operand');
  const hasArguments = args.length > 0 || before.expression !== undefined;
  switch (first.kind) {
    case 'field':
      return compileField(unit, first, hasArguments);
    case 'chain':
      return compileChain(unit, first, hasArguments);
    case 'identifier':
      return compileCall(unit, { name: first, args, before: before.expression, whole: command });
    case 'variable':
      if (hasArguments && first.names.length === 1) return noFunction(first, unit.site(first));
      return compileVariable(unit, first, hasArguments);
    case 'pipe':
      return hasArguments ? noFunction(first, before.last) : compileOperand(unit, first);
    case 'nil':
      return hasArguments ? noFunction(first, unit.site(first)) : failing(unit.site(first), 'nil is not a command');
    default:
      return hasArguments ? noFunction(first, unit.site(first)) : compileOperand(unit, first);
  }
}

function noFunction(node: OperandNode, site: NodeSite | undefined): Expression {
  return failing(site, `can't give argument to non-function ${nodeSource(node)}`);
}
