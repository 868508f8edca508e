import { afterEach, expect, test, vi } from 'vitest';
import { HostLife, type HostSpec } from '../../../../src-main/workspaces/life/host-life.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { codeFile, FakeHost } from '../support/fake-parts.ts';

function living() {
  const hosts: FakeHost[] = [];
  const recorded: { readonly type: string; readonly data: object }[] = [];
  const life = new HostLife({
    workspace: '/work',
    kind: 'python',
    onStderr: () => {},
    onChanged: () => {},
    parts: {
      openHost: async (start) => {
        const host = new FakeHost(start);
        hosts.push(host);
        return { host };
      },
      record: (type, data) => void recorded.push({ type, data }),
      log: silentLogger,
    },
  });
  const crash = async () => {
    hosts.at(-1)?.finish({ state: 'failed', reason: 'It crashed' });
    await vi.advanceTimersByTimeAsync(5000);
  };
  return { hosts, recorded, life, crash };
}

const spec = (...files: readonly ReturnType<typeof codeFile>[]): HostSpec => ({
  files,
  trusted: new Map(files.map(({ file, hash }) => [file, hash])),
  hasNetwork: false,
  hasRichSchemas: false,
});

afterEach(() => void vi.useRealTimers());

test('the record of what is loaded has the hash of the version that goes on', async () => {
  const { life, recorded } = living();
  const [whole, broken] = [codeFile('a'), codeFile('a', 'broken')];
  await life.run(spec(whole));
  await life.run(spec(broken));
  expect(life.codeHash(whole.file)).toBe(whole.hash);
  expect(recorded.at(-1)).toMatchObject({ type: 'workspace.loaded', data: { files: { [whole.file]: whole.hash } } });
});

test('a host that ends too often is left alone for a minute, unless its code changes', async () => {
  vi.useFakeTimers();
  const { life, hosts, crash } = living();
  const wanted = spec(codeFile('a'));
  await life.run(wanted);
  for (let crashes = 0; crashes < 4; crashes++) await crash();
  expect(hosts).toHaveLength(4);
  expect(life.problem).toContain('It ended too often');
  for (let looks = 0; looks < 10; looks++) await life.run(wanted);
  expect(hosts).toHaveLength(4);
  expect(life.problem).toContain('It ended too often');

  await vi.advanceTimersByTimeAsync(60_000);
  await life.run(wanted);
  expect(hosts).toHaveLength(5);
  expect(life.problem).toBeUndefined();
  for (let crashes = 0; crashes < 4; crashes++) await crash();
  await life.run(spec(codeFile('a', 'mended')));
  expect(hosts).toHaveLength(9);
  expect(life.problem).toBeUndefined();
});

test('a host that was needed before its restart was due is loaded once', async () => {
  vi.useFakeTimers();
  const { life, hosts, recorded } = living();
  await life.run(spec(codeFile('a')));
  hosts[0]?.finish({ state: 'failed', reason: 'It crashed' });
  await vi.advanceTimersByTimeAsync(0);
  const request = { tool: 'a', arguments: '{}', dir: '/work', session: 's', callId: 'c', timeoutMs: 1000 };
  expect(await life.call(request, new AbortController().signal, codeFile('a'))).toBe('a answered');
  await vi.advanceTimersByTimeAsync(5000);
  expect(hosts.map(({ loads }) => loads.length)).toEqual([1, 1]);
  expect(recorded.filter(({ type }) => type === 'workspace.loaded')).toHaveLength(2);
});
