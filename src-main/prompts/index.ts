/** The prompt engine: records of a store, rendered as prompts. */

export type * from './ports.ts';
export { createPromptEngine } from './registry/create-engine.ts';
export type { PromptEngineOptions } from './registry/engine-options.ts';
export type { EngineSettings } from './render/render.ts';
