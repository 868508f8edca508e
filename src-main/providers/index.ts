/** Tool providers: programs, Node packages and MCP servers whose tools models may call. */
export type { JudgeCall } from './call-attached.ts';
export { createProviders, type ProvidersFeature } from './create-providers.ts';
export type { AttachOptions } from './host.ts';
export { isElsewhere } from './is-elsewhere.ts';
export { openJsPackage } from './js-package/js-package.ts';
export { newJsPackage } from './js-package/new-package.ts';
export type { ProviderLimits, ProviderSecrets, ProviderSession, ProvidersOptions } from './ports.ts';
export { programOpener } from './program/program-link.ts';
