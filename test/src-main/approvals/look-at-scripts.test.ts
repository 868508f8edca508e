import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { scriptsIn } from '../../../src-main/approvals/look-at-scripts.ts';
import { lineFacts } from './line-facts.ts';

const scripts = { start: 'node a', stop: 'kill', test: 'vitest', prestart: 'build' };
const FILES: Readonly<Record<string, string>> = {
  '/w/build.sh': 'a',
  '/w/sub/build.sh': 'b',
  '/w/Makefile': 'all:',
  '/w/lib/Makefile': 'lib:',
  '/w/other.mk': 'other:',
  '/w/lib/other.mk': 'lib other:',
  '/justfile': 'build:',
  '/w/sub/justfile': 'sub build:',
  '/w/package.json': JSON.stringify({ scripts }),
  '/w/lib.rb': 'c',
  '/w/lib/setup.js': 'd',
  '/w/lib/Deep/Name.pm': 'e',
  '/w/tool/__main__.py': 'f',
  '/w/odd/package.json': '{"scripts": ["x"]',
  '/w/none/package.json': '{"scripts": null}',
  '/w/site/package.json': JSON.stringify({ scripts: { test: 'site' } }),
};
const disk = { text: (path: string) => FILES[path], names: () => undefined };

/** Scripts of a line's last part: what each is called, and the file. */
async function scriptsOf(line: string): Promise<string[]> {
  const { analysis, folders } = await lineFacts(line);
  const found = scriptsIn(analysis, folders, disk)?.[analysis.parts.length - 1] ?? [];
  return found.map(({ of, file }) => `${of} ${file}`);
}

const hashOf = async (line: string) => {
  const { analysis, folders } = await lineFacts(line);
  return scriptsIn(analysis, folders, disk)?.[0]?.[0]?.hash;
};

test.each([
  ['./build.sh', 'build.sh /w/build.sh'],
  ['sub/build.sh a', 'sub/build.sh /w/sub/build.sh'],
  ['/w/build.sh', '/w/build.sh /w/build.sh'],
  ['bash build.sh', 'build.sh /w/build.sh'],
  ['sh ./sub/../build.sh', 'build.sh /w/build.sh'],
  ['bash -x build.sh', 'build.sh /w/build.sh'],
  ['bash -euo pipefail build.sh -x', 'build.sh /w/build.sh'],
  ['bash -- build.sh', 'build.sh /w/build.sh'],
  ['python3 -u build.sh', 'build.sh /w/build.sh'],
  ['python3 -IW ignore build.sh', 'build.sh /w/build.sh'],
  ['python3 build.sh -c x', 'build.sh /w/build.sh'],
  ['make', 'Makefile /w/Makefile'],
  ['make -j4 test', 'Makefile /w/Makefile'],
  ['make -C lib test', 'lib/Makefile /w/lib/Makefile'],
  ['make -kC lib', 'lib/Makefile /w/lib/Makefile'],
  ['make -Clib -C .. all', 'Makefile /w/Makefile'],
  ['make --directory=/w/lib', '/w/lib/Makefile /w/lib/Makefile'],
  ['make -f other.mk', 'other.mk /w/other.mk'],
  ['make -C lib -fother.mk', 'lib/other.mk /w/lib/other.mk'],
  ['make -f other.mk -C lib -f Makefile', 'lib/other.mk with lib/Makefile /w/lib/other.mk'],
  ['make --file other.mk', 'other.mk /w/other.mk'],
  ['just --justfile other.mk', 'other.mk /w/other.mk'],
  ['just build', '../justfile /justfile'],
  ['just', '../justfile /justfile'],
  ['node --enable-source-maps build.sh', 'build.sh /w/build.sh'],
  ['node --no-warnings --max-old-space-size=4096 -- build.sh -x', 'build.sh /w/build.sh'],
  ['perl -w build.sh', 'build.sh /w/build.sh'],
  ['perl -wT build.sh', 'build.sh /w/build.sh'],
  ['ruby -w build.sh', 'build.sh /w/build.sh'],
  ['ruby -W0 build.sh', 'build.sh /w/build.sh'],
  ['ruby -W:no-deprecated -I sub -w build.sh', 'build.sh /w/build.sh'],
  ['ruby -Isub build.sh', 'build.sh /w/build.sh'],
  ['perl -I sub build.sh', 'build.sh /w/build.sh'],
  ['perl -wIsub build.sh', 'build.sh /w/build.sh'],
  ['ruby -r ./lib build.sh', 'build.sh with lib.rb /w/build.sh'],
  ['ruby -w -r./lib -- build.sh', 'build.sh with lib.rb /w/build.sh'],
  ['ruby -rjson build.sh', 'build.sh /w/build.sh'],
  ['perl -Ilib -MDeep::Name=x build.sh', 'build.sh with lib/Deep/Name.pm /w/build.sh'],
  ['perl -I lib -mDeep::Name -e 1', 'lib/Deep/Name.pm /w/lib/Deep/Name.pm'],
  ['node -r ./lib/setup build.sh', 'build.sh with lib/setup.js /w/build.sh'],
  ['node --require ./sub/build.sh build.sh', 'build.sh with sub/build.sh /w/build.sh'],
  ['node --import=./lib/setup.js --no-warnings build.sh', 'build.sh with lib/setup.js /w/build.sh'],
  ['python3 -m tool build.sh', 'tool/__main__.py /w/tool/__main__.py'],
  ['python3 -um tool', 'tool/__main__.py /w/tool/__main__.py'],
  ['just sub/build', 'sub/justfile /w/sub/justfile'],
  ['just --dry-run x=a/b sub/deep/build', 'sub/justfile /w/sub/justfile'],
  ['just ../build', '../justfile /justfile'],
  ['just build sub/argument', '../justfile /justfile'],
  ['just --justfile other.mk sub/argument', 'other.mk /w/other.mk'],
  ['make -- -C lib', 'Makefile /w/Makefile'],
])('%s is bound to a file', async (line, script) => {
  expect(await scriptsOf(line)).toEqual([script]);
});

test.each([
  'bash',
  'bash -c build.sh',
  'bash -xc build.sh',
  'bash -s build.sh',
  'bash - build.sh',
  'bash --',
  'bash -x',
  'bash -o build.sh',
  'bash --rcfile build.sh',
  'python3 -m build.sh',
  'php -- build.sh',
  'just -f justfile',
  'node --no-warnings=x --eval build.sh',
  'node --max-old-space-size 4096 build.sh',
  'node -e build.sh',
  'node -p build.sh',
  'perl -we build.sh',
  'perl -I sub',
  'perl -Isub',
  'ruby -We build.sh',
  'ruby -S build.sh',
  'ruby -we build.sh',
  'bash "$x"',
  'bash ""',
  'bash gone.sh',
  'cat build.sh',
  'build.sh',
  '$x/build.sh',
  'cd sub; bash build.sh',
  'make -C gone',
  'make -f gone',
  'make -f -',
  'make -f',
  'make -f "$x"',
  'npm --prefix odd test',
  'npm --prefix none test',
  'npm --prefix test',
  'npm "$x"',
  'npm run "$x"',
])('%s is bound to none', async (line) => {
  expect(await scriptsOf(line)).toEqual([]);
});

test('a file is bound by all of its text', async () => {
  expect(await hashOf('bash build.sh')).toBe(hash('sha256', 'a'));
  expect(await hashOf('cat x')).toBeUndefined();
});

test('a script of a package is bound with those before and after it, and with all there are', async () => {
  expect(await scriptsOf('npm test')).toEqual([
    'the script test of package.json /w/package.json',
    'what package.json says of scripts /w/package.json',
  ]);
  const before = await hashOf('npm start');
  const { analysis, folders } = await lineFacts('npm start');
  const other = { ...disk, text: () => JSON.stringify({ scripts: { ...scripts, prestart: 'evil' } }) };
  expect(scriptsIn(analysis, folders, other)?.[0]?.[0]?.hash).not.toBe(before);
});

test('npm restart without a script of its own stops and starts, and is bound to those', async () => {
  const { analysis, folders } = await lineFacts('npm restart');
  const bound = (all: Readonly<Record<string, string>>) =>
    scriptsIn(analysis, folders, { ...disk, text: () => JSON.stringify({ scripts: all }) })?.[0]?.[0]?.hash;
  const before = bound(scripts);
  for (const name of ['start', 'stop', 'prestart', 'poststop', 'prerestart', 'restart'])
    expect(bound({ ...scripts, [name]: 'evil' }), name).not.toBe(before);
  expect(bound({ ...scripts, test: 'other' })).toBe(before);
  expect(bound({ restart: 'x', start: 'evil' })).toBe(bound({ restart: 'x', start: 'y' }));
});

test('of two options with a folder the last counts, as it does for npm', async () => {
  expect(await scriptsOf('npm --prefix odd --prefix=site test')).toContain(
    'the script test of package.json /w/site/package.json',
  );
});

test('of a line of many, the first twenty are looked up', async () => {
  const { analysis, folders } = await lineFacts(Array.from({ length: 25 }, () => 'make').join('; '));
  expect(Object.keys(scriptsIn(analysis, folders, disk) ?? {})).toHaveLength(20);
});
