/** Go's text/template: parses sets of templates and executes them, with all that Go 1.24 does and says. */

export type {
  MissingKey,
  NamedPlace,
  PathTable,
  RenderResult,
  SpanPlace,
  Spans,
  TemplateExecuteOptions,
  TemplateSet,
  TemplateSetOptions,
} from './api.ts';
export { type ConstantCall, calledFunctions, constantCalls } from './calls.ts';
export { numberValue } from './execute/constant.ts';
export { pathReader } from './path-table.ts';
export { editorPositionOf } from './positions.ts';
export { type Reference, referencesOf, usesRoot } from './references.ts';
export { TemplateError, type TemplateErrorClass, type TemplateErrorOptions } from './template-error.ts';
export { createTemplateSet } from './template-set.ts';
export { BUILTINS } from './values/index.ts';
export {
  Complex,
  EMPTY,
  FunctionError,
  FunctionValue,
  type GoType,
  type TemplateCallContext,
  type TemplateFunction,
  type TemplateList,
  type TemplateMap,
  type TemplateValue,
  Uint8,
} from './values.ts';
