import { PRESETS as OF_CONTRACT, type PresetValues } from '#contract/profile-presets';
import { serverOrigin } from './server-address.ts';

export { DEFAULTS, MIN_CONTEXT, type PresetValues } from '#contract/profile-presets';

/** The presets by name, as a file may name them. */
export const PRESETS: ReadonlyMap<string, PresetValues> = new Map(Object.entries(OF_CONTRACT));

/** Servers that everyone's profiles reach, so that a file which names one of them leads no key astray. */
export const USUAL_ORIGINS: readonly string[] = [OF_CONTRACT.openai, OF_CONTRACT.ollama].map(({ baseurl }) =>
  serverOrigin(baseurl),
);
