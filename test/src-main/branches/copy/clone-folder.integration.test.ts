import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TESTER, userProblem } from '../../../support/mount-box.ts';
import { reflinkDisk, reflinkProblem } from '../../../support/reflink-disk.ts';

const problem = reflinkProblem() ?? (existsSync('/usr/bin/getfattr') ? undefined : 'getfattr is not installed');
const traceProblem = problem ?? (existsSync('/usr/bin/strace') ? undefined : 'strace is not installed');
const PROGRAM = join(import.meta.dirname, '../../../../resources/clone-folder/clone_folder.py');
const COPY = { program: '../branches/copy-program.ts' } as const;

/** Everything that a folder can hold. */
const ALL_KINDS = `
  mkdir -p a/b/c empty closed .git/objects nested/.git
  echo one > a/one; echo two > a/b/two; : > a/nothing; printf 'many\\n%.0s' $(seq 1000) > a/b/c/many
  chmod 4750 a/one; chmod 0400 a/b/two; chmod 2775 a/b; chown 1234:2345 a/b/c/many a/b/c
  ln a/one a/b/again; ln a/one closed/third; ln -s one a/link; ln -s nowhere dangling; ln -s "$PWD/a" back; ln -sfT a/b toFolder
  chown -h 1234:2345 dangling; touch -h -d '2001-02-03 04:05:06.123456789' dangling
  truncate -s 5M sparse; printf end >> sparse
  setfattr -n user.note -v 'of a file' a/b/two; setfattr -n user.note -v 'of a folder' a
  ${String.raw`python3 -c "import os; open(b'odd,:\n\xff\xe2\x82', 'w').write('odd'); open('\u00fc\U0001f600 \"q\"', 'w').write('x')"`}
  echo 'ref: refs/heads/main' > .git/HEAD; echo blob > .git/objects/blob; ln .git/objects/blob .git/objects/other
  mkfifo a/pipe; mkfifo .git/pipe
  touch -d '2001-02-03 04:05:06.123456789' a/one sparse empty a .git/HEAD; chmod 0555 closed
`;
/** Lists all that is kept of an entry, but where it lies; a folder's own size is the file system's affair. */
const LIST = (folder: string) => `
  cd '${folder}' && find . ! -type p ! -type d -printf '%p|%y|%m|%U|%G|%s|%n|%T@|%l\\n' | sort && find . -type d -printf '%p|%m|%U|%G|%T@\\n' | sort
  getfattr -Rhd -m - . && find . -type f -exec sha256sum {} + | sort`;

test.skipIf(problem !== undefined)('a clone keeps what cp keeps, and records what three looks find', async () => {
  await using box = await reflinkDisk(ALL_KINDS);
  const { disk } = box;
  const { stdout, stderr } = await box.sigma([disk], COPY);
  const said = JSON.parse(stdout);
  expect({ stderr, ...said, paths: [] }).toMatchObject({
    stderr: '',
    method: 'reflink',
    entries: said.paths.length,
    changedWhileCopied: [],
    differing: [],
    warned: [],
  });
  expect(said.paths).toEqual(expect.arrayContaining(['.git', 'odd,:\n\udcff\udce2\udc82', 'ü😀 "q"', 'closed/third']));
  expect(said.paths.filter((path: string) => path.startsWith('.git/'))).toEqual([]);
  expect(said.remarks).toEqual([
    'a/pipe is a pipe, a socket or a device, and is not in the branch',
    'back is a link that leads back into work itself',
  ]);
  const folders = [`${disk}/work`, `${disk}/branch/work`];
  const [original, copy] = await Promise.all(folders.map(async (folder) => await box.sh(LIST(folder))));
  expect(copy).toEqual(original);
  expect(original?.stdout).toContain('user.note="of a folder"');
});

test.skipIf(problem !== undefined || userProblem() !== undefined)(
  'a clone of what is others’ has what the person may read, and says what it has not',
  async () => {
    await using box = await reflinkDisk(`
      chmod 777 .; mkdir shut open; echo a > mine; echo b > shut/in; echo c > theirs; echo d > secret; echo e > open/run
      chmod 700 shut; chmod 600 secret; chmod 4755 open/run; chown ${TESTER} mine
    `);
    const { stdout, stderr } = await box.sigma([box.disk, PROGRAM], { ...COPY, uid: TESTER });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      method: 'reflink',
      paths: ['mine', 'open', 'open/run', 'theirs'],
      remarks: ['shut could not be copied: Permission denied', 'secret could not be copied: Permission denied'],
    });
    const { stdout: modes } = await box.sh(`cd '${box.disk}/branch/work' && stat -c '%n %a %u' mine theirs open/run`);
    expect(modes).toBe(`mine 644 ${TESTER}\ntheirs 644 ${TESTER}\nopen/run 755 ${TESTER}\n`);
  },
);

test.skipIf(traceProblem !== undefined)('what changes before the clone is whole is named', async () => {
  await using box = await reflinkDisk('mkdir d; for i in $(seq 40); do echo $i > d/$i; done; mkdir gone; ln -s d link');
  const { disk } = box;
  // Each clone of a file takes 20 ms longer, so that there is time for what follows the first.
  const ran = await box.sh(`
    cd '${disk}'
    strace -f -qq -o /dev/null -e trace=ioctl -e inject=ioctl:delay_exit=20000 \\
      /usr/bin/python3 -I -S -B -X utf8 '${PROGRAM}' '${disk}/work' '${disk}/copy' '${disk}/base' > said &
    while ! [ -e copy/d/3 ]; do sleep 0.01; done
    first=$(ls copy/d | head -1)
    echo more >> work/d/$first; echo $first; echo new > work/new; rmdir work/gone; ln -sfn nowhere work/link
    wait && cat said
  `);
  const [first, said] = ran.stdout.trim().split('\n');
  expect(ran.stderr).toBe('');
  expect([...new Set<string>(JSON.parse(said ?? '').changed)].sort()).toEqual(
    [`d/${first}`, 'gone', 'link', 'new'].sort(),
  );
});

test.skipIf(traceProblem !== undefined)(
  'a full disk ends a clone, and files that cannot share leave it to others',
  async () => {
    await using box = await reflinkDisk('mkdir d; for i in $(seq 400); do echo $i > d/$i; done');
    const { disk } = box;
    const cloneWith = (error: string, to: string) => `
    strace -f -qq -o /dev/null -e trace=ioctl -e inject=ioctl:error=${error}:when=60+ \\
      /usr/bin/python3 -I -S -B -X utf8 '${PROGRAM}' '${disk}/work' '${disk}/${to}' '${disk}/${to}.base'; echo " $?"; ls '${disk}'`;

    const full = await box.sh(cloneWith('ENOSPC', 'full'));
    expect(full).toMatchObject({ stderr: '', stdout: '{"full": "No space left on device"} 0\nfull\nwork\n' });
    const other = await box.sh(cloneWith('EXDEV', 'other'));
    expect(other).toMatchObject({ stderr: '', stdout: ' 3\nfull\nother\nwork\n' });
  },
);

test.skipIf(problem !== undefined)('where the program cannot clone, cp copies, and the log says why', async () => {
  await using box = await reflinkDisk('mkdir d; echo one > d/one');
  const { disk } = box;
  await box.sh(`printf 'import os, sys\\nos.mkdir(sys.argv[2])\\nsys.exit("It broke")' > '${disk}/broken.py'`);
  const { stdout, stderr } = await box.sigma([disk, `${disk}/broken.py`], COPY);

  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({
    method: 'reflink',
    paths: ['d', 'd/one'],
    differing: [],
    warned: [['branch.not-cloned', { workspace: `${disk}/work`, error: 'It broke' }]],
  });
});
