import { expect, test } from 'vitest';
import { HostLife, type HostSpec } from '../../../../src-main/workspaces/life/host-life.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { codeFile, FakeHost } from '../support/fake-parts.ts';

function living() {
  const recorded: { readonly type: string; readonly data: object }[] = [];
  const life = new HostLife({
    ...{ workspace: '/work', kind: 'python', onStderr: () => {}, onChanged: () => {} },
    parts: {
      openHost: async (start) => ({ host: new FakeHost(start) }),
      record: (type, data) => void recorded.push({ type, data }),
      log: silentLogger,
    },
  });
  return { recorded, life };
}

const spec = (...files: readonly ReturnType<typeof codeFile>[]): HostSpec => ({
  ...{ files, trusted: new Map(files.map(({ file, hash }) => [file, hash])), hasNetwork: false, hasRichSchemas: false },
});

test('the record of what is loaded has the hash of the version that goes on', async () => {
  const { life, recorded } = living();
  const [whole, broken] = [codeFile('a'), codeFile('a', 'broken')];
  await life.run(spec(whole));
  await life.run(spec(broken));
  expect(life.codeHash(whole.file)).toBe(whole.hash);
  expect(recorded.at(-1)).toMatchObject({ type: 'workspace.loaded', data: { files: { [whole.file]: whole.hash } } });
});
