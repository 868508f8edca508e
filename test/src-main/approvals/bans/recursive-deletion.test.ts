// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what bash expands stands in these lines
import { describe, expect, test } from 'vitest';
import { analyseSafely } from '#shell-analysis';
import { recursiveDeletion } from '../../../../src-main/approvals/bans/recursive-deletion.ts';
import { Targets } from '../../../../src-main/approvals/bans/targets.ts';

const OPTIONS = { workspace: '/home/me/wiki', home: '/home/me', cwd: '/home/me/wiki', ownFiles: [] };

/** Name of the protected thing that a line would delete, as its reason says it. */
async function deleted(line: string): Promise<string | undefined> {
  const analysis = await analyseSafely(line);
  const targets = new Targets(analysis, OPTIONS);
  const found = analysis.parts.map((_, index) => recursiveDeletion(index, targets)).find((one) => one !== undefined);
  return found?.why.replace(/^It would delete (.*) with all that is in it$/, '$1');
}

describe('what takes a protected folder along is found, and named', () => {
  test.each([
    ['rm -rf /', 'the root folder'],
    ['rm -r -- /etc', '/etc'],
    ['rm -rf -- -x .', 'the workspace'],
    ['rm . -fR', 'the workspace'],
    ['rm -rf "" .', 'the workspace'],
    ['rm -rf "$HOME"', 'the home folder'],
    ['rm -rf "${HOME:?}"/*', 'the home folder'],
    ['rm -rf "${HOME?no home}"', 'the home folder'],
    ['rm -rf ${PWD:?}', 'the workspace'],
    ['rm -rf $(pwd)', 'the workspace'],
    ['rm -rf "$( pwd )"/.git', "the workspace's .git"],
    ['rm -rf `pwd`/*', 'the workspace'],
    ['rm -rf ~+', 'the workspace'],
    ['rm -rf ~+/*', 'the workspace'],
    ['x=; rm -rf "${x?}"/*', 'the root folder'],
    ['for d in / build; do rm -rf "$d"; done', 'the root folder'],
    ['for d in build ~; do rm -rf $d; done', 'the home folder'],
    ['for d in *; do rm -rf "$d"; done', 'the workspace'],
    ['cd / && rm -rf *', 'the root folder'],
    ['cd -- / && rm -rf *', 'the root folder'],
    ['cd -P -- ~ && rm -rf *', 'the home folder'],
    ['pushd -- .. && rm -rf wiki', 'the workspace'],
    ['echo . | xargs rm -rf', 'the workspace'],
    ['xargs rm -rf <<< /', 'the root folder'],
    ['xargs -n1 rm -r <<< "build ."', 'the workspace'],
    ['find . -delete', 'the workspace'],
    ["find . -path './*' -delete", 'the workspace'],
    ["find . -wholename '*' -exec rm -rf {} +", 'the workspace'],
    ["find . -regex '.*' -delete", 'the workspace'],
    ['rsync -a --delete empty/ .', 'the workspace'],
    ['rsync -a --delete empty/ ~ -v', 'the home folder'],
    ['mv .git x', "the workspace's .git"],
    ['mv -t /tmp .git', "the workspace's .git"],
    ['mv -vt /tmp a .git', "the workspace's .git"],
    ['mv --target-directory=/tmp .git', "the workspace's .git"],
    ['mv --target-directory /tmp .git', "the workspace's .git"],
    ['mv -t/tmp -- .git', "the workspace's .git"],
    ['shred -ru .', 'the workspace'],
    ['gio trash ~', 'the home folder'],
    ['sudo env rm -rf /usr', '/usr'],
  ])('%s', async (line, name) => {
    expect(await deleted(line)).toBe(name);
  });
});

describe('what only looks like it is not', () => {
  test.each([
    'rm -f *',
    'rm -rf build -- -r',
    'rm -rf "$(pwd)/build"',
    'rm -rf ~+/build',
    'rm -rf "\'$(pwd)\'"',
    "rm -rf '$(pwd)'",
    'rm -rf "${x:?}"/*',
    'rm -rf "${PWD:?}/build"',
    'for d in build dist; do rm -rf "$d"/*; done',
    'for f in *.o; do rm -rf "$f"; done',
    'cd -- build && rm -rf *',
    'xargs rm -rf <<< build',
    'xargs echo <<< /',
    'echo / | cat; echo build | xargs rm -rf',
    'find . -name "*.o" -delete',
    "find . -path './build/*' -delete",
    'rsync -a --delete . build -v',
    'rsync -a empty/ .',
    'mv a b .',
    'mv -t . a b',
    'mv -t ~ build',
    'mv --target-directory=. a',
    'mv -T build dist',
    'mv -- -t .',
    'shred a',
    'gio list .',
    '',
  ])('%s', async (line) => {
    expect(await deleted(line)).toBeUndefined();
  });
});
