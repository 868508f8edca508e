import { expect, test } from 'vitest';
import { readAiCommand } from '../../../src-main/cli/ai/ai-flags.ts';
import { givenWords } from '../../../src-main/cli/image/image-command.ts';
import { mountWords } from '../../../src-main/cli/mount/mount-words.ts';
import { parseSessionArguments } from '../../../src-main/cli/session.ts';
import { parseStatusArguments } from '../../../src-main/cli/status-arguments.ts';
import { parseStorageArguments } from '../../../src-main/cli/storage/storage-arguments.ts';

/** The words with one dash before each flag that has two. */
const withOneDash = (words: readonly string[]) => words.map((word) => word.replace(/^--/, '-'));

const image = (words: readonly string[]) => {
  const { places, problem, last, has } = givenWords(words, { tag: 'text', force: 'switch' });
  return { places, problem, tag: last('tag'), isForced: has('force') };
};
const ai = (words: readonly string[]) => readAiCommand(['openai', ...words], {});
const session = (words: readonly string[]) => parseSessionArguments(words, '/work');

test.each<[string, (words: readonly string[]) => unknown, readonly string[]]>([
  ['status', parseStatusArguments, ['--json']],
  ['status, asked for help', parseStatusArguments, ['--help']],
  ['storage', parseStorageArguments, ['--json']],
  ['storage, asked for help', parseStorageArguments, ['--help']],
  ['storage sweep', parseStorageArguments, ['sweep', '--older-than', '30d', '--dry_run', '--until=5GB']],
  ['workspace pack', image, ['folder', '--tag', 'one', '--force']],
  ['workspace pack, the folder last', image, ['--tag=one', 'folder']],
  ['workspace mount', mountWords, ['mount', 'a.sqsh', '--output_dir', '/mnt', '--backend=fuse']],
  ['workspace umount', mountWords, ['umount', '--mount-point', '/mnt', '--discard']],
  ['session', session, ['--workspace', 'agent', '--channel-socket=s.sock', '--approver', 'telegram:1']],
  ['ai', ai, ['--session_socket', 's.sock', '--model=m', '--max-tokens', '5']],
])('sigma %s takes its flags with one dash as with two', (_, parse, words) => {
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
  expect(plain(parse(withOneDash(words)))).toEqual(plain(parse(words)));
});

test('sigma status says what it does not understand', () => {
  expect(parseStatusArguments(['-json'])).toEqual({ isJson: true });
  expect(parseStatusArguments([])).toEqual({ isJson: false });
  expect(parseStatusArguments(['-jsn'])).toEqual({
    said: 'There is no flag -jsn. Usage: sigma status [--json]',
    exitCode: 2,
  });
  expect(parseStatusArguments(['--json', 'more'])).toMatchObject({ exitCode: 2 });
  expect(parseStatusArguments(['help'])).toEqual({ said: 'Usage: sigma status [--json]', exitCode: 0 });
});
