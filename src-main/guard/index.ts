/** π: repairs of what models get wrong about a call, and the filters at the end of commands. */
export { renameArguments } from './argument-aliases/repair-arguments.ts';
export { OWN_TABLES } from './argument-aliases/table.ts';
export { createGuard, type GuardOptions } from './create-guard.ts';
export { type PipelineSplit, splitPipeline } from './pipeline-extractors/split-pipeline.ts';
