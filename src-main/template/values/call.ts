import { FunctionError, FunctionValue, type TemplateCallContext, type TemplateValue } from '../values.ts';
import { callArgumentError, convertArgument, isVariadic, parameterType } from './arguments.ts';
import { templateTypeName } from './type-name.ts';

function checkCount(fn: FunctionValue['function'], name: string, given: number): void {
  const expected = fn.parameters?.length ?? 1;
  if (isVariadic(fn)) {
    if (given < expected - 1) {
      throw new FunctionError(`wrong number of args for ${name}: got ${given} want at least ${expected - 1}`);
    }
  } else if (given !== expected)
    throw new FunctionError(`wrong number of args for ${name}: got ${given} want ${expected}`);
}

/** Name of a callee; a piped value has no source, so Go names its type. */
function calleeName(callee: TemplateValue): string {
  return typeof callee === 'string' ? callee : `<${templateTypeName(callee)} Value>`;
}

/** Go's `call`: the first is the function. */
export function callValue(
  args: readonly TemplateValue[],
  context: TemplateCallContext,
): TemplateValue | Promise<TemplateValue> {
  const [callee, ...given] = args;
  const name = context.callee ?? calleeName(callee);
  if (callee === undefined || callee === null) throw new FunctionError('call of nil');
  if (!(callee instanceof FunctionValue)) {
    throw new FunctionError(`non-function ${name} of type ${templateTypeName(callee)}`);
  }
  const fn = callee.function;
  checkCount(fn, name, given.length);
  const converted = given.map((value, position) => {
    const type = parameterType(fn, position);
    const problem = callArgumentError(value, type);
    if (problem !== undefined) throw new FunctionError(`arg ${position}: ${problem}`);
    return convertArgument(value, type);
  });
  return fn.call(converted, context);
}
