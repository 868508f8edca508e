/** The prompt engine: records of a store, rendered as prompts. */

export type * from './ports.ts';
export { createPromptEngine, type PromptEngineOptions } from './registry/create-engine.ts';
export type { EngineSettings } from './render/render.ts';
