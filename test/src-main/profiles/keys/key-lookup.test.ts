import { beforeEach, describe, expect, test } from 'vitest';
import { NO_KEY } from '#contract/profile-presets';
import { Deferred } from '#core/async/deferred';
import { Redactor } from '#core/secrets/redact';
import { KeyLookup, type LookupOptions } from '../../../../src-main/profiles/keys/key-lookup.ts';
import type { ResolvedProfile } from '../../../../src-main/profiles/profile.ts';

const OWN = 'https://own.example';
const OTHER = 'https://other.example';

/** Items of the keychain, and the servers that they are bound to, by profile. */
let items: Record<string, string>;
let bound: Record<string, string>;
beforeEach(() => {
  items = {};
  bound = {};
});

const profileOf = (rest: Partial<ResolvedProfile> = {}): ResolvedProfile =>
  ({
    id: `${rest.path ?? 'own'}\n${rest.name ?? 'p'}`,
    name: 'p',
    origin: OWN,
    file: 'global',
    ...rest,
  }) as ResolvedProfile;
const local = (rest: Partial<ResolvedProfile> = {}) => profileOf({ file: 'local', path: '/w/.phishell.yaml', ...rest });

function lookupWith(options: Partial<LookupOptions> = {}): KeyLookup {
  return new KeyLookup({
    keychain: { read: async (name: string) => (items[name] === undefined ? {} : { secret: items[name] }) },
    origins: {
      of: (name: string) => bound[name],
      set: async (name: string, to: string) => void Object.assign(bound, { [name]: to }),
    },
    environmentKey: undefined,
    redactor: new Redactor(),
    isTrusted: () => false,
    ownOrigins: (name: string) => (name === 'p' ? [OWN] : []),
    ...options,
  } as unknown as LookupOptions);
}

describe('a key', () => {
  test('is that of the profile, the variable, the memory, the keychain, in this order', async () => {
    items.p = 'kept';
    const lookup = lookupWith();
    expect(await lookup.find(profileOf())).toEqual({ key: 'kept', from: 'keychain' });
    expect(lookup.atHand(profileOf())).toEqual({ key: 'kept', from: 'keychain' });
    lookup.hold(profileOf(), { key: 'typed', from: 'typed' });
    expect(await lookup.find(profileOf())).toEqual({ key: 'typed', from: 'typed' });
    expect(await lookupWith({ environmentKey: 'env' }).find(profileOf())).toEqual({ key: 'env', from: 'environment' });
    const own = profileOf({ key: 'own' });
    expect(await lookupWith({ environmentKey: 'env' }).find(own)).toEqual({ key: 'own', from: 'profile' });
  });

  test('goes to no server but its own, though a file names another one', async () => {
    items.p = 'kept';
    bound.p = OWN;
    expect(await lookupWith().find(profileOf({ origin: OTHER }))).toMatchObject({ keychain: 'withheld' });
    expect(await lookupWith({ isTrusted: () => true }).find(local({ origin: OTHER }))).toMatchObject({
      key: undefined,
    });
    expect(await lookupWith({ environmentKey: 'env' }).find(local({ origin: OTHER }))).toMatchObject({
      key: undefined,
    });
  });

  test('that was given while the folder was trusted is not given when it is not any more', async () => {
    items.x = 'kept';
    bound.x = OTHER;
    let isTrusted = true;
    const lookup = lookupWith({ isTrusted: () => isTrusted });
    const profile = local({ name: 'x', origin: OTHER });
    expect(await lookup.find(profile)).toMatchObject({ key: 'kept' });
    isTrusted = false;
    expect(lookup.atHand(profile)).toBeUndefined();
    expect(await lookup.find(profile)).toMatchObject({ keychain: 'withheld' });
    expect(lookup.status(profile)).toBe('withheld');
  });

  test('of one folder is not that of another one with the same names', () => {
    const lookup = lookupWith();
    lookup.hold(local({ name: 'x', origin: OTHER }), { key: 'typed', from: 'typed' });
    const elsewhere = local({ name: 'x', origin: OTHER, path: '/v/.phishell.yaml' });
    expect(lookup.held(elsewhere)).toBeUndefined();
    expect(lookup.held(local({ name: 'x', origin: OWN }))).toBeUndefined();
  });

  test('of a blank item is none, and one that cannot be read says so', async () => {
    items.p = ' \n';
    expect(await lookupWith().find(profileOf())).toMatchObject({ key: undefined, keychain: 'absent' });
    const keychain = { read: async () => ({ problem: 'it is locked' }) } as unknown as LookupOptions['keychain'];
    const found = await lookupWith({ keychain }).find(profileOf());
    expect(found).toMatchObject({ keychain: 'unreadable', why: expect.stringContaining('it is locked') });
  });

  test('is bound to the server that it was read for first', async () => {
    items.p = 'kept';
    await lookupWith().find(profileOf());
    expect(bound).toEqual({ p: OWN });
    expect(await lookupWith().find(profileOf({ origin: OTHER }))).toMatchObject({ keychain: 'withheld' });
  });
});

describe('while the keychain is being read', () => {
  /** A lookup whose keychain is read at `go`, and the reading of it. */
  function reading() {
    const go = new Deferred<void>();
    const read = async () => {
      await go.promise;
      return { secret: 'old' };
    };
    const lookup = lookupWith({ keychain: { read } as unknown as LookupOptions['keychain'] });
    return { lookup, found: lookup.find(profileOf()), go: () => go.resolve() };
  }

  test('a key that is forgotten meanwhile is not held', async () => {
    const { lookup, found, go } = reading();
    lookup.forget('p');
    go();
    expect(await found).toMatchObject({ key: undefined });
    expect(lookup.held(profileOf())).toBeUndefined();
    expect(bound).toEqual({});
  });

  test('a key that is typed meanwhile is the one that is used', async () => {
    const { lookup, found, go } = reading();
    lookup.forget('p');
    lookup.hold(profileOf(), { key: 'new', from: 'typed' });
    go();
    expect(await found).toEqual({ key: 'new', from: 'typed' });
    expect(lookup.held(profileOf())).toEqual({ key: 'new', from: 'typed' });
  });

  test('the forgetting of another profile changes nothing', async () => {
    const { lookup, found, go } = reading();
    lookup.forget('q');
    go();
    expect(await found).toEqual({ key: 'old', from: 'keychain' });
  });
});

test('a status names where a key is, and does not read it', () => {
  const lookup = lookupWith({ environmentKey: undefined });
  expect(lookup.status(profileOf())).toBe('missing');
  expect(lookup.status(profileOf({ key: NO_KEY }))).toBe('none');
  expect(lookup.status(profileOf({ key: 'k' }))).toBe('profile');
  bound.p = OWN;
  expect(lookup.status(profileOf())).toBe('keychain');
  expect(lookup.status(profileOf({ origin: OTHER }))).toBe('elsewhere');
  expect(lookupWith({ environmentKey: 'e' }).status(local({ origin: OTHER }))).toBe('withheld');
});
