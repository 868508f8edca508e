import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '#core/app-error';
import { ProviderMemory, type RememberedProvider } from '../../../src-main/providers/provider-memory.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const WORKSPACE = '/w';
const SECRET = JSON.stringify({ Authorization: 'very-secret' });

function server(Authorization: string, url = 'https://example.org/mcp'): RememberedProvider {
  const transport = { type: 'http', url, headers: { Authorization } } as const;
  return { spec: { kind: 'mcp', name: 'srv', transport }, cwd: WORKSPACE, withheld: [] };
}

const withoutValues = (entry: RememberedProvider) => ({ ...entry, isWithoutValues: true });

async function memoryBox() {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'providers.yaml');
  const secrets = new Map<string, string>();
  const box = { secrets, isLocked: false, refused: new Set<string>() };
  const memory = new ProviderMemory({
    file,
    secrets: {
      read: async (account) => {
        const secret = secrets.get(account);
        return box.isLocked ? { problem: 'It is locked' } : { ...(secret !== undefined && { secret }) };
      },
      write: async (account, secret) => {
        secrets.set(account, secret);
        return 'kept';
      },
      remove: async (account) => {
        if (box.isLocked || box.refused.has(account))
          throw new AppError('UNAVAILABLE', 'The key is not removed: it is locked');
        secrets.delete(account);
      },
      isForRun: () => false,
      onChanged: () => () => {},
    },
    log: silentLogger,
  });
  return Object.assign(box, { memory, file, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() });
}

test('values that a locked keychain did not give are not written over', async () => {
  await using box = await memoryBox();
  const { memory, secrets } = box;
  await memory.save(WORKSPACE, [server('very-secret')]);
  box.isLocked = true;
  const loaded = await memory.load(WORKSPACE);
  expect(loaded).toEqual([withoutValues(server(''))]);
  await memory.save(WORKSPACE, loaded);
  expect([...secrets.values()]).toEqual([SECRET]);
  box.isLocked = false;
  expect(await memory.load(WORKSPACE)).toEqual([server('very-secret')]);
});

test('values that cannot be read keep none of the others from being remembered', async () => {
  await using box = await memoryBox();
  const program: RememberedProvider = { spec: { kind: 'program', argv: ['look'] }, cwd: WORKSPACE, withheld: [] };
  await box.memory.save(WORKSPACE, [server('very-secret'), program]);
  for (const account of box.secrets.keys()) box.secrets.set(account, SECRET.slice(0, -3));
  expect(await box.memory.load(WORKSPACE)).toEqual([withoutValues(server('')), program]);
});

test('of two servers of one name each is given its own values, and forgetting one leaves the other its own', async () => {
  await using box = await memoryBox();
  const [old, other] = [server('for-the-old-one', 'https://old.example/mcp'), server('for-the-other-one')];
  await box.memory.save(WORKSPACE, [old, other]);
  expect(await box.memory.load(WORKSPACE)).toEqual([old, other]);

  await box.memory.forget(WORKSPACE, old.spec);
  await box.memory.save(WORKSPACE, [other]);
  expect(await box.memory.load(WORKSPACE)).toEqual([other]);
  await box.memory.forget(WORKSPACE, other.spec);
  await box.memory.save(WORKSPACE, []);
  expect([...box.secrets]).toEqual([]);
});

test('a server that was attached again with another token keeps that when its earlier entry is forgotten', async () => {
  await using box = await memoryBox();
  const [old, again] = [server('the-old-token'), server('the-new-token')];
  await box.memory.save(WORKSPACE, [old, again]);
  await box.memory.forget(WORKSPACE, old.spec);
  await box.memory.save(WORKSPACE, [again]);
  expect(await box.memory.load(WORKSPACE)).toEqual([again]);
  await box.memory.forget(WORKSPACE, again.spec);
  expect([...box.secrets]).toEqual([]);
});

test('values that an earlier version kept by the name alone are for the newest server of that name', async () => {
  await using box = await memoryBox();
  await box.memory.save(WORKSPACE, [server('a-token', 'https://old.example/mcp'), server('a-token')]);
  const [account = ''] = [...box.secrets.keys()];
  box.secrets.clear();
  box.secrets.set(account.slice(0, account.lastIndexOf(':')), SECRET);
  expect(await box.memory.load(WORKSPACE)).toEqual([
    withoutValues(server('', 'https://old.example/mcp')),
    server('very-secret'),
  ]);
});

test('values by the name alone are not left to an older server when the newest, whose they were, is forgotten', async () => {
  await using box = await memoryBox();
  await box.memory.save(WORKSPACE, [server('a-token', 'https://old.example/mcp'), server('a-token')]);
  const [account = ''] = [...box.secrets.keys()];
  box.secrets.clear();
  box.secrets.set(account.slice(0, account.lastIndexOf(':')), SECRET);
  const [old, newest] = await box.memory.load(WORKSPACE);
  if (!old || !newest) throw new Error('They are not remembered');
  await box.memory.save(WORKSPACE, [old, newest]);
  await box.memory.forget(WORKSPACE, newest.spec);
  await box.memory.save(WORKSPACE, [old]);
  expect(await box.memory.load(WORKSPACE)).toEqual([withoutValues(server('', 'https://old.example/mcp'))]);
  expect([...box.secrets]).toEqual([]);
});

test('where a keychain item cannot be removed, it is named with those after it, and forgetting can be repeated', async () => {
  await using box = await memoryBox();
  await box.memory.save(WORKSPACE, [server('very-secret')]);
  const [own = ''] = [...box.secrets.keys()];
  const byName = own.slice(0, own.lastIndexOf(':'));
  for (const account of [byName, 'mcp:srv']) box.secrets.set(account, SECRET);
  box.refused.add(byName);
  await expect(box.memory.forget(WORKSPACE, server('very-secret').spec)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: `Items of srv may be left in the keychain (${byName}, mcp:srv): The key is not removed: it is locked`,
  });
  expect([...box.secrets.keys()]).toEqual([byName, 'mcp:srv']);
  box.refused.clear();
  await box.memory.forget(WORKSPACE, server('very-secret').spec);
  expect([...box.secrets]).toEqual([]);
});

test('one without values asks nothing of the keychain when it is forgotten', async () => {
  await using box = await memoryBox();
  const spec = {
    kind: 'mcp' as const,
    name: 'srv',
    transport: { type: 'stdio' as const, argv: ['look'], environment: {} },
  };
  const plain: RememberedProvider = { spec, cwd: WORKSPACE, withheld: [] };
  await box.memory.save(WORKSPACE, [plain]);
  box.isLocked = true;
  await box.memory.forget(WORKSPACE, plain.spec);
});

test.each([
  [{}, { Authorization: 'Basic bWU6cEBzcw==' }],
  [{ authorization: 'Bearer t' }, { authorization: 'Bearer t' }],
])('a name and password before an address are kept by the keychain as the header they are: %j', async (given, kept) => {
  await using box = await memoryBox();
  const entry = (url: string, headers: Record<string, string>): RememberedProvider => ({
    spec: { kind: 'mcp', name: 'srv', transport: { type: 'http', url, headers } },
    cwd: WORKSPACE,
    withheld: [],
  });
  await box.memory.save(WORKSPACE, [entry('https://me:p%40ss@example.org/mcp', given)]);
  expect(await readFile(box.file, 'utf8')).not.toContain('p%40ss');
  expect(await box.memory.load(WORKSPACE)).toEqual([entry('https://example.org/mcp', kept)]);
});
