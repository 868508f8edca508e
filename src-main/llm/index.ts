/** Models: a request in, a stream of events out. */
export { createModels, type ModelSettingsPort, type ModelsFeature, type ModelsOptions } from './create-models.ts';
export type { LocalServer } from './local-servers.ts';
export type * from './model-client.ts';
