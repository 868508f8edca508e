/** Models: a request in, a stream of events out; one client a profile. */
export { type ClientsFeature, type ClientsOptions, createClients } from './clients/create-clients.ts';
export type * from './model-client.ts';
export type { ClientProfile, KeyPort, RequestSettings } from './profile-ports.ts';
export type { LocalServer } from './servers/local-servers.ts';
