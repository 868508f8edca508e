import { nodeSource } from '../node-text.ts';
import { TemplateError } from '../template-error.ts';
import { argumentError, compileFormat, countError, parameterType, TextTooLongError } from '../values/index.ts';
import type { GoType, TemplateCallContext, TemplateFunction, TemplateValue } from '../values.ts';
import { type CallParts, causeMessage } from './call-parts.ts';
import { constantArgument } from './constant.ts';
import { type Evaluator, type Expression, factsOf, mappedExpression } from './expression.ts';
import { fail, limitError, type NodeSite } from './failure.ts';
import { commonOrigin, indexSuffix } from './find-origin.ts';
import type { Run } from './run.ts';
import type { Unit } from './unit.ts';

interface BuiltInCall {
  readonly name: string;
  readonly args: readonly Expression[];
  readonly isPiped: boolean;
  readonly pipedType: GoType;
  readonly last: NodeSite | undefined;
  readonly whole: NodeSite;
  readonly context: TemplateCallContext;
  readonly call: TemplateFunction['call'];
  /** See `Recorder`; -1 if nobody asks. */
  readonly number: number;
}

/** A call of one of Go's predefined functions: their parameters are known, and but for `call` none waits. */
export function compileBuiltIn(unit: Unit, parts: CallParts, fn: TemplateFunction): Expression {
  const { name, args, before, whole } = parts;
  const site = unit.site(name);
  const problem = countError(name.name, fn, args.length, before !== undefined);
  if (problem !== undefined) return { ...factsOf(site), waits: false, evaluate: (run) => fail(run, site, problem) };
  const compileArgs = () => args.map((arg, at) => typedArgument(unit, arg, parameterType(fn, at)));
  const compiled = name.name === 'not' ? unit.inCondition(compileArgs) : compileArgs();
  const isIndexTraced = unit.around.modes.spans && name.name === 'index';
  const format = formatOf(parts);
  const call: BuiltInCall = {
    name: name.name,
    args: format ? compiled.slice(1) : compiled,
    isPiped: before !== undefined,
    pipedType: parameterType(fn, args.length),
    last: args.length > 0 ? compiled.at(-1)?.last : site,
    whole: unit.site(whole),
    context: callContext(unit, parts),
    call: format ?? fn.call,
    number: isIndexTraced ? unit.around.nextCall() : -1,
  };
  return evaluateCall(unit, call, before);
}

function evaluateCall(unit: Unit, call: BuiltInCall, before: Expression | undefined): Expression {
  const { args, last, number } = call;
  const isCall = call.name === 'call';
  const inputs = before === undefined ? args : [...args, before];
  const facts = factsOf(last, {
    isInterface: isCall || call.name === 'index',
    origin: unit.around.modes.spans ? commonOrigin(inputs, number) : undefined,
    calls: isCall || args.some(({ calls }) => calls),
  });
  // Nothing tells which function `call` will call.
  const waits = args.some((arg) => arg.waits) || (isCall && unit.around.modes.waiting.size > 0);
  if (!waits) return { ...facts, waits: false, evaluate: now(call) };
  return { ...facts, waits: true, evaluate: (run, dot, final) => callLater(run, call, dot, final) };
}

function typedArgument(unit: Unit, node: CallParts['args'][number], type: GoType): Expression {
  const value = unit.compilers.operand(unit, node);
  if (type === 'any') return value;
  const constant = constantArgument(node, type);
  if (typeof constant === 'string') {
    return { ...factsOf(value.last), waits: false, evaluate: (run) => fail(run, value.last, constant) };
  }
  return constant ? value : mappedExpression(value, (run, given) => checkedArgument(run, value.last, given, type));
}

function checkedArgument(run: Run, site: NodeSite | undefined, value: TemplateValue, type: GoType): TemplateValue {
  const problem = argumentError(value, type);
  return problem === undefined ? value : fail(run, site, problem);
}

function callContext(unit: Unit, { name, args: [callee] }: CallParts): TemplateCallContext {
  const place = { template: unit.tree.source.name, offset: name.offset };
  return { place, signal: undefined, ...(name.name === 'call' && callee && { callee: nodeSource(callee) }) };
}

/** A format that is a constant is read once, and is no argument any more. */
function formatOf({ name, args }: CallParts): TemplateFunction['call'] | undefined {
  const [format] = args;
  if (name.name !== 'printf' || format?.kind !== 'string') return undefined;
  const print = compileFormat(format.text);
  return (values) => print(values);
}

function now(call: BuiltInCall): Evaluator {
  const gather = gatherer(call);
  const { number, whole } = call;
  if (call.name === 'call')
    return (run, dot, final) => immediateResult(run, call, invoke(run, call, gather(run, dot, final)));
  return (run, dot, final) => {
    const values = gather(run, dot, final);
    // None but `call` gives a promise.
    const result = invoke(run, call, values) as TemplateValue;
    if (typeof result === 'string') run.spendOn(result, whole);
    if (number >= 0) run.recorder?.noteIndex(number, indexSuffix(values));
    return result;
  };
}

function immediateResult(run: Run, call: BuiltInCall, result: TemplateValue | Promise<TemplateValue>): TemplateValue {
  if (!(result instanceof Promise)) return result;
  result.catch(() => {});
  return fail(run, call.whole, `error calling ${call.name}: it waits without having said so`);
}

type ArgumentCollector = (run: Run, dot: TemplateValue, final: TemplateValue) => readonly TemplateValue[];

/** Evaluates the arguments; one or two, as is usual, without a loop. */
function gatherer(call: BuiltInCall): ArgumentCollector {
  const evaluates = call.args.flatMap((arg) => (arg.waits ? [] : [arg.evaluate]));
  const [first, second] = evaluates;
  if (!call.isPiped && first && evaluates.length === 1) return (run, dot) => [first(run, dot)];
  if (!call.isPiped && first && second && evaluates.length === 2) {
    return (run, dot) => [first(run, dot), second(run, dot)];
  }
  return (run, dot, final) => {
    const values: TemplateValue[] = [];
    for (const evaluate of evaluates) values.push(evaluate(run, dot));
    if (call.isPiped) values.push(checkedArgument(run, call.last, final, call.pipedType));
    return values;
  };
}

async function callLater(
  run: Run,
  call: BuiltInCall,
  dot: TemplateValue,
  final: TemplateValue,
): Promise<TemplateValue> {
  const values: TemplateValue[] = [];
  for (const arg of call.args) values.push(await arg.evaluate(run, dot));
  if (call.isPiped) values.push(checkedArgument(run, call.last, final, call.pipedType));
  const result = await later(run, call, invoke(run, call, values));
  run.spendOn(result, call.whole);
  if (call.number >= 0) run.recorder?.noteIndex(call.number, indexSuffix(values));
  return result;
}

async function later(
  run: Run,
  call: BuiltInCall,
  result: TemplateValue | Promise<TemplateValue>,
): Promise<TemplateValue> {
  if (!(result instanceof Promise)) return result;
  try {
    return await run.wait(result, call.whole);
  } catch (cause) {
    run.checkTime(call.whole);
    return calledInVain(run, call, cause);
  }
}

function invoke(run: Run, call: BuiltInCall, values: readonly TemplateValue[]): TemplateValue | Promise<TemplateValue> {
  try {
    return call.call(values, call.name === 'call' ? { ...call.context, signal: run.signal } : call.context);
  } catch (cause) {
    return calledInVain(run, call, cause);
  }
}

function calledInVain(run: Run, { name, whole }: BuiltInCall, cause: unknown): never {
  if (cause instanceof TemplateError) throw cause;
  if (cause instanceof TextTooLongError) throw limitError(run, whole, 'output');
  return fail(run, whole, `error calling ${name}: ${causeMessage(cause)}`, { cause });
}
