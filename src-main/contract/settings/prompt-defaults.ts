/** Values that the settings and the file of the REST API have in common. */

/** Milliseconds that a rendering may take. */
export const RENDER_TIMEOUT_MS = { least: 1, most: 60_000, usual: 500 } as const;

/** Ways to treat a reference to an undefined variable; the first is the usual one. */
export const UNDEFINED_MODES = ['guarded', 'strict', 'off'] as const;
export type UndefinedMode = (typeof UNDEFINED_MODES)[number];

/** The text that goes before a prompt that is a single text. */
export const SYSTEM_PROMPT = 'You are a helpful assistant.';

/** Port of the REST API. */
export const REST_PORT = 8080;

/** Seconds after which the whole store is read again. */
export const REFRESH_SECONDS = 300;
