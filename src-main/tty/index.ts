/** The console in a terminal, as a client of the wire. */

export { type ChannelFrontOptions, type RemoteSession, runChannelFront } from './channel/run-channel-front.ts';
export { errorText } from './error-text.ts';
export type { Io } from './io.ts';
export { type QuestionsOptions, runQuestions } from './questions/run-questions.ts';
export { type ConsoleFrontOptions, runConsole } from './run-console.ts';
