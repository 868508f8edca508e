import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import type { KeychainState } from '#contract';
import { Redactor } from '#core/secrets/redact';
import { createKeychain, type KeychainOptions } from '#keychain';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

export const PASSPHRASE = 'correct horse battery';
type Store = KeychainState['store'];

/** A system keychain in memory. */
export function memoryEntries(items = new Map<string, string>()) {
  const openEntry: NonNullable<KeychainOptions['openEntry']> = async (_, account) => ({
    getPassword: async () => items.get(account) ?? null,
    setPassword: async (secret) => void items.set(account, secret),
    deleteCredential: async () => items.delete(account),
  });
  return { items, openEntry };
}

export const refusing = async () => {
  throw new Error("Couldn't access platform storage: Secret Service: unlock prompt was dismissed");
};

/** A keychain on a disk of its own; its system has no keychain unless told. */
export async function setUp(
  options: Partial<KeychainOptions> & { readonly folder?: TemporaryFolder; chosen?: Store } = {},
) {
  const { folder = await temporaryFolder(), chosen, ...rest } = options;
  let choice = chosen;
  const logged: string[] = [];
  const write = (event: string, fields?: unknown) => void logged.push(JSON.stringify([event, fields]));
  const redactor = new Redactor();
  const keychain = await createKeychain({
    file: join(folder.path, 'keys.enc'),
    choice: {
      current: () => choice,
      choose: async (store) => {
        choice = store;
      },
    },
    redactor,
    log: { debug: write, info: write, warn: write, error: write },
    openEntry: refusing,
    ...rest,
  });
  const context = {
    reportBug: (error: unknown) => {
      throw error;
    },
  };
  return {
    keychain,
    folder,
    file: join(folder.path, 'keys.enc'),
    client: createRouterClient(keychain.router, { context }),
    state: () => keychain.state.value,
    choice: () => choice,
    logged,
    redactor,
    [Symbol.asyncDispose]: async () => {
      await keychain[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
