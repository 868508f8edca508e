/** The prompt engine as the app has it. Light: what is behind it is loaded when it is first asked for. */
export { createPrompts, type PromptsFeature } from './create-prompts.ts';
export type * from './library-ports.ts';
