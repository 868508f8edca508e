export { analyse } from './analyse.ts';
export { analyseSafely, analysisIsReady } from './analyse-safely.ts';
export { constructWords } from './construct-words.ts';
export { definitionsIn, type ShellDefinitions } from './definitions.ts';
export type { DoubtCode } from './doubt-code.ts';
export { placeOfNames } from './given-names.ts';
export type * from './model.ts';
export { NUL_ERROR } from './nul.ts';
export type { Member, Pipeline, Stage } from './pipeline-model.ts';
export { pipelineOf } from './pipeline-of.ts';
export { mayBeSeveral } from './programs/builtins.ts';
export type { ProgramDeclaration, RecursiveRead, RepositoryShows, ScriptSource } from './programs/declaration.ts';
export { type FindStep, readFind } from './programs/find-words.ts';
export { argumentSyntaxOf, optionsOf, PROGRAMS } from './programs/index.ts';
export { operandKinds } from './programs/operand-kinds.ts';
export { type OptionGroups, type OptionTable, optionTable } from './programs/option-table.ts';
export { has, type ParsedArguments, readWords } from './programs/parsed-arguments.ts';
export {
  type Argument,
  type ArgumentWord,
  plainWords,
  readArguments,
  type UnknownOption,
} from './programs/read-arguments.ts';
export { setsByFormat } from './programs/scripts/builtin-words.ts';
export { shorten, valueProblem } from './programs/value-kinds.ts';
