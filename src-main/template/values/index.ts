/** Kinds, printing, comparing and Go's predefined functions: pure, and known by the engine alone. */

export {
  argumentError,
  callArgumentError,
  convertArgument,
  countError,
  parameterType,
} from './arguments.ts';
export { BUILTINS } from './built-in.ts';
export { formatFloat } from './float-text.ts';
export { TextTooLongError } from './format-value.ts';
export { printedText, sprint, sprintln } from './print.ts';
export { compileFormat, sprintf } from './printf.ts';
export { quote } from './quote.ts';
export { byteLength, bytesOfText, canonicalText, textOfBytes, wellFormed } from './text.ts';
export { compareText, sortedKeys } from './text-order.ts';
export { isTrue } from './truth.ts';
export { goTypeName, isList, isMap, kindName, templateTypeName } from './type-name.ts';
