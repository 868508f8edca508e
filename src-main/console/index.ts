/** Shell mode: typed lines, built-ins, programs in blocks, and the working directory and variables they share with the chat. */

export { type ConsoleFeature, createConsole } from './create-console.ts';
export type { Mention } from './mentions.ts';
export type {
  AttachContext,
  BranchesByLinePort,
  ChatPort,
  CommandBlock,
  ConsoleOptions,
  ProfilesPort,
  ProvidersPort,
  ResultsPort,
  RewindPort,
  StartBlock,
} from './ports.ts';
export { splitWords } from './split-words.ts';
