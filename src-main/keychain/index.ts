/** Storage of keys: the system's keychain, an encrypted file, or this run alone. */
export { createKeychain, type Keychain, type KeychainOptions } from './create-keychain.ts';
export type { OpenEntry } from './keyring.ts';
