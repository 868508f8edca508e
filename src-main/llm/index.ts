/** Models: a request in, a stream of events out. */
export type * from './model-client.ts';
