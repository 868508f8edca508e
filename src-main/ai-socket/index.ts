/** A model service on a Unix socket, in OpenAI's protocol whatever it speaks itself: no host, no record, no data folder. */
export type { AiSocketOptions } from './ai-socket-options.ts';
export { type AiSocket, openAiSocket } from './open-ai-socket.ts';
