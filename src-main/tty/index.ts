/** The console in a terminal, as a client of the wire. */

export { type ChannelFrontOptions, type RemoteSession, runChannelFront } from './channel/run-channel-front.ts';
export { errorText } from './error-text.ts';
export type { Io } from './io.ts';
export { type ConsoleFrontOptions, runConsole } from './run-console.ts';
export { type QuestionsOptions, runQuestions } from './run-questions.ts';
