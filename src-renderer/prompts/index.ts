/** Prompt templates that are rendered as they are typed, with the origin of every piece. */
export { PromptsView } from './prompts-view.tsx';
