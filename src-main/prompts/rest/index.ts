/** The REST API. Light: what serves it is loaded when it is started. */
export type { ChatRecord, LlmPort } from './rest-ports.ts';
export { RestService } from './rest-service.ts';
