export { analyse } from './analyse.ts';
export { analyseSafely, analysisIsReady } from './analyse-safely.ts';
export type { DoubtCode } from './doubt-code.ts';
export type * from './model.ts';
export { NUL_ERROR } from './nul.ts';
export type { Member, Pipeline, Stage } from './pipeline-model.ts';
export { pipelineOf } from './pipeline-of.ts';
