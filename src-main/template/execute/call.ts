import type { OperandNode } from '../nodes.ts';
import { TemplateError } from '../template-error.ts';
import { argumentError, BUILTINS, convertArgument, countError, parameterType, quote } from '../values/index.ts';
import type { GoType, TemplateFunction, TemplateValue } from '../values.ts';
import { compileBuiltIn } from './built-in-call.ts';
import { type CallParts, causeMessage } from './call-parts.ts';
import { compileChoice } from './choice.ts';
import { constantArgument } from './constant.ts';
import { type Expression, type Facts, factsOf } from './expression.ts';
import { fail, type NodeSite } from './failure.ts';
import { latestCall } from './find-origin.ts';
import type { Run } from './run.ts';
import type { Unit } from './unit.ts';

export function compileCall(unit: Unit, call: CallParts): Expression {
  const { name } = call.name;
  if (unit.around.functions.has(name)) return compileOwnCall(unit, call);
  if (name === 'and' || name === 'or') return compileChoice(unit, call, name === 'or');
  const builtIn = BUILTINS.get(name);
  if (builtIn !== undefined) return compileBuiltIn(unit, call, builtIn);
  const site = unit.site(call.name);
  return {
    ...factsOf(site),
    waits: false,
    evaluate: (run) => fail(run, site, `${quote(name)} is not a defined function`),
  };
}

/** An argument whose parameter's type is known when the call is made. */
interface Argument {
  readonly node: OperandNode;
  readonly value: Expression;
}

interface OwnCall {
  readonly name: string;
  readonly args: readonly Argument[];
  readonly isPiped: boolean;
  readonly site: NodeSite;
  readonly whole: NodeSite;
  /** Place that errors name once all arguments were evaluated. */
  readonly last: NodeSite | undefined;
  readonly place: { readonly template: string; readonly offset: number };
  /** See `Recorder`. */
  readonly number: number;
}

function compileOwnCall(
  unit: Unit,
  { name: { name, offset }, name: node, args, before, whole }: CallParts,
): Expression {
  const site = unit.site(node);
  const compiled = args.map((arg) => ({ node: arg, value: unit.compilers.operand(unit, arg) }));
  const last = compiled.length > 0 ? compiled.at(-1)?.value.last : site;
  const number = unit.around.nextCall();
  const call: OwnCall = {
    name,
    args: compiled,
    isPiped: before !== undefined,
    site,
    whole: unit.site(whole),
    last,
    place: { template: unit.tree.source.name, offset },
    number,
  };
  const facts: Facts = {
    ...factsOf(last, { isInterface: true, calls: true }),
    origin: unit.around.modes.spans ? (run) => latestCall(run, number) : undefined,
  };
  if (unit.around.modes.waiting.has(name) || compiled.some(({ value }) => value.waits)) {
    return { ...facts, waits: true, evaluate: (run, dot, final) => callLater(run, call, dot, final) };
  }
  return { ...facts, waits: false, evaluate: (run, dot, final) => callNow(run, call, dot, final) };
}

function callNow(run: Run, call: OwnCall, dot: TemplateValue, final: TemplateValue): TemplateValue {
  const fn = calledFunction(run, call);
  const values: TemplateValue[] = [];
  for (const { node, value } of call.args) {
    const type = parameterType(fn, values.length);
    const constant = constantArgument(node, type);
    if (typeof constant === 'string') fail(run, value.last, constant);
    const given = constant ? constant.value : value.waits ? undefined : value.evaluate(run, dot);
    values.push(checkedArgument(run, value.last, given, type));
  }
  if (call.isPiped) values.push(checkedArgument(run, call.last, final, parameterType(fn, values.length)));
  const result = invoke(run, call, fn, values);
  if (!(result instanceof Promise)) return result ?? null;
  result.catch(() => {});
  return fail(run, call.whole, `error calling ${call.name}: it waits without having said so`);
}

async function callLater(run: Run, call: OwnCall, dot: TemplateValue, final: TemplateValue): Promise<TemplateValue> {
  const fn = calledFunction(run, call);
  const values: TemplateValue[] = [];
  for (const { node, value } of call.args) {
    const type = parameterType(fn, values.length);
    const constant = constantArgument(node, type);
    if (typeof constant === 'string') fail(run, value.last, constant);
    values.push(checkedArgument(run, value.last, constant ? constant.value : await value.evaluate(run, dot), type));
  }
  if (call.isPiped) values.push(checkedArgument(run, call.last, final, parameterType(fn, values.length)));
  run.checkTime(call.whole);
  const result = invoke(run, call, fn, values);
  if (!(result instanceof Promise)) return result ?? null;
  try {
    return (await run.wait(result, call.whole)) ?? null;
  } catch (cause) {
    return calledInVain(run, call, cause);
  }
}

function calledFunction(run: Run, call: OwnCall): TemplateFunction {
  const fn = run.functions.get(call.name);
  if (fn === undefined) return fail(run, call.site, `${quote(call.name)} is not a defined function`);
  const problem = countError(call.name, fn, call.args.length, call.isPiped);
  if (problem !== undefined) fail(run, call.site, problem);
  return fn;
}

function checkedArgument(run: Run, site: NodeSite | undefined, value: TemplateValue, type: GoType): TemplateValue {
  if (type === 'any') return value ?? null;
  const problem = argumentError(value, type);
  if (problem !== undefined) fail(run, site, problem);
  return convertArgument(value, type);
}

function invoke(
  run: Run,
  call: OwnCall,
  fn: TemplateFunction,
  values: readonly TemplateValue[],
): TemplateValue | Promise<TemplateValue> {
  run.recorder?.startCall(call.number);
  const signal = fn.isAsync ? run.signal : run.limits.signal;
  let result: TemplateValue | Promise<TemplateValue>;
  try {
    result = fn.call(values, { signal, place: call.place });
  } catch (cause) {
    return calledInVain(run, call, cause);
  }
  if (!(result instanceof Promise)) run.spendOn(result, call.whole);
  return result;
}

/** The time that is up explains whatever the function made of it. */
function calledInVain(run: Run, { name, whole }: OwnCall, cause: unknown): never {
  run.checkTime(whole);
  if (cause instanceof TemplateError && cause.at.class === 'limit') throw cause;
  return fail(run, whole, `error calling ${name}: ${causeMessage(cause)}`, { cause });
}
