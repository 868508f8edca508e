/** Models: a request in, a stream of events out; one client a profile. */
export { type ClientsFeature, type ClientsOptions, createClients } from './create-clients.ts';
export type { LocalServer } from './local-servers.ts';
export type * from './model-client.ts';
export type { ClientProfile, KeyPort, RequestSettings } from './profile-ports.ts';
