import { expect, test } from 'vitest';
import { lineFacts } from '../line-facts.ts';

/** Folders in which the last part of a line may run. */
async function lastOf(line: string): Promise<readonly string[] | undefined> {
  return (await lineFacts(line)).folders.at(-1);
}

test.each([
  ['rm x', ['/w']],
  ['cd a; rm x', ['/w', '/w/a']],
  ['cd -- a; cd ..; rm x', ['/w', '/', '/w/a']],
  ['for i in 1 2; do rm x; done', ['/w']],
  ['for i in 1 2; do cd /a; done; rm x', ['/w', '/a']],
  ['CDPATH=/e; cd ./a; rm x', ['/w', '/w/a']],
  ['CDPATH=/e; cd ..; rm x', ['/w', '/']],
  ['f() { rm x; }', ['/w']],
  ['cd a; f() { rm x; }', ['/w', '/w/a']],
  ['env -i rm x', ['/w']],
  ['env -C a ls; env rm x', ['/w']],
  ['find a -exec rm x \\;', ['/w']],
  ['find a -execdir rm y \\; ; find a -exec rm x \\;', ['/w']],
  ['sudo -n rm x', ['/w']],
  ["su -c 'rm x'", ['/w']],
  ['unshare -Ur rm x', ['/w']],
])('%s runs it in %j', async (line, folders) => {
  expect([...((await lastOf(line)) ?? [])].sort()).toEqual([...folders].sort());
});

test.each([
  'cd "$x"; rm x',
  'popd; rm x',
  'CDPATH=/e; cd a; rm x',
  'export CDPATH=/e; cd a; rm x',
  'shopt -s cdable_vars; a=/e; cd a; rm x',
  'for CDPATH in /e; do cd a; done; rm x',
  'for i in 1 2; do cd ..; done; rm x',
  'f() { cd ..; }; f; f; rm x',
  'env -C a rm x',
  'env --chdir=a sh -c "rm x"',
  "env -S '-C a rm' x",
  'env --chd=a rm x',
  'find /etc -execdir rm x \\;',
  'find a -name b -okdir sh -c "rm x" \\;',
  'sudo -D a rm x',
  'sudo -nD a rm x',
  'sudo --chdir=a rm x',
  'sudo -i rm x',
  "su -l -c 'rm x'",
  "su - me -c 'rm x'",
  'unshare -w a rm x',
  'unshare -Urw/etc rm x',
  'unshare --wd=a rm x',
  'unshare -R a rm x',
  'nsenter -t 1 -w rm x',
  'chroot a rm x',
  'systemd-run rm x',
  'parallel --wd /etc rm ::: x',
])('%s runs it nobody knows where', async (line) => {
  expect(await lastOf(line)).toBeUndefined();
});

test('a trap and a function run wherever the line is by then', async () => {
  for (const line of ["trap 'rm x' EXIT; cd a", 'f() { rm x; }; cd a; f']) {
    const { analysis, folders } = await lineFacts(line);
    const index = analysis.parts.findIndex(({ program }) => program === 'rm');
    expect(folders[index], line).toEqual(['/w', '/w/a']);
  }
  const { folders } = await lineFacts("trap 'rm x' EXIT; cd $a");
  expect(folders[1]).toBeUndefined();
});

test('a part of a loop may run where a later part of it has gone', async () => {
  const { folders } = await lineFacts('while a; do rm x; cd ..; done');
  expect(folders).toEqual([undefined, undefined, undefined]);
});

test('a part of a loop may run in the folder that a later part of it names', async () => {
  const { folders } = await lineFacts('for i in 1 2; do touch x; cd /etc; done');
  expect(folders[0]).toEqual(['/w', '/etc']);
  const twice = await lineFacts('while cd /a; do rm x; cd /b; done');
  expect(twice.folders.map((here) => here?.toSorted())).toEqual(Array(3).fill(['/a', '/b', '/w']));
  const once = await lineFacts('for i in 1 2; do touch x; done; cd /etc');
  expect(once.folders[0]).toEqual(['/w']);
});
