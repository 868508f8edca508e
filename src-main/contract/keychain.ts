import { optionalInteger, optionalText, text } from './schema/plain-schemas.ts';
import { procedure, stream } from './schema/procedure.ts';
import * as z from './schema/zod.ts';

/** State of the storage for keys: the system's keychain, our encrypted file, or none beyond this run. */
export const KeychainState = z.object({
  store: z.enum(['system', 'file', 'session']),
  /** Reason why the system's keychain cannot be used, in its own words. */
  systemProblem: optionalText,
  file: z.enum(['none', 'locked', 'open']),
  /** Number of secrets that are held for this run alone, by no store; absent if there are none. */
  forRun: optionalInteger,
});
export type KeychainState = z.infer<typeof KeychainState>;

const passphrase = text.min(8, 'at least 8 characters').max(1000);

export const keychainContract = {
  changed: stream(KeychainState),
  /** Chooses the store; the encrypted file needs its passphrase, a new one makes the file. */
  choose: procedure
    .input(z.object({ store: z.enum(['system', 'file', 'session']), passphrase: passphrase.optional() }))
    .output(z.void()),
  /** Fails with DENIED if the passphrase is wrong. */
  unlock: procedure.input(z.object({ passphrase })).output(z.void()),
};
