/** A repository in which all that git might run leaves a file and says TRAP. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface TrappedRepository extends AsyncDisposable {
  readonly path: string;
  readonly home: string;
  /** Runs a line outside of any sandbox; what it printed. */
  run(line: string, environment: Readonly<Record<string, string>>): Promise<string>;
  /** Names of the traps that ran since the last time. */
  sprung(): Promise<string[]>;
}

const AUTHOR = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' };
const HOOKS = ['post-index-change', 'post-checkout', 'reference-transaction', 'pre-commit', 'fsmonitor-watchman'];

export async function trappedRepository(): Promise<TrappedRepository> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'sigma-traps-')));
  const home = join(root, 'home');
  const path = join(home, 'work');
  const canaries = join(root, 'canaries');
  for (const folder of [join(path, 'src'), join(path, 'traps', 'hooks'), canaries])
    await mkdir(folder, { recursive: true });
  const environment = { PATH: process.env.PATH ?? '', HOME: home, LC_ALL: 'C.UTF-8' };
  const git = async (cwd: string, ...args: string[]) =>
    (await run('git', args, { cwd, env: { ...environment, ...AUTHOR, GIT_CONFIG_GLOBAL: '/dev/null' } })).stdout.trim();

  const trap = async (name: string, then = 'cat 2>/dev/null') => {
    const file = join(path, 'traps', name);
    await writeFile(
      file,
      `#!/bin/sh\n: > '${canaries}/${name.replaceAll('/', '-')}' 2>/dev/null\necho TRAP >&2\necho TRAP\n${then}\n`,
    );
    await chmod(file, 0o755);
    return file;
  };
  const drivers = async (name: string) => `
[diff "${name}"]
	textconv = ${await trap(`${name}-textconv`)}
	command = ${await trap(`${name}-command`)}
	cachetextconv = true
[filter "${name}"]
	clean = ${await trap(`${name}-clean`)}
	smudge = ${await trap(`${name}-smudge`)}
	required = true
[merge "${name}"]
	driver = ${await trap(`${name}-merge`)}
`;
  for (const hook of HOOKS) await trap(`hooks/${hook}`);

  // Plain at first: the traps are set once there is something to show.
  const fill = async (folder: string) => {
    await git(folder, 'init', '-q', '-b', 'main');
    await writeFile(join(folder, 'a.txt'), 'one\nneedle\n');
    await writeFile(join(folder, 'b.bin'), Buffer.from([0, 1, 2, 3]));
    await git(folder, 'add', 'a.txt', 'b.bin');
    await git(folder, 'commit', '-qm', 'one');
  };
  const inner = join(path, 'inner');
  await mkdir(inner);
  await fill(path);
  await fill(inner);
  await writeFile(join(path, 'src', 'a.ts'), 'const needle = 1;\n');
  await git(path, 'add', 'src', 'inner');
  await git(path, 'commit', '-qm', 'two');
  const signer = join(path, 'traps', 'signer');
  await writeFile(
    signer,
    '#!/bin/sh\ncat > /dev/null\necho "[GNUPG:] SIG_CREATED D 1 8 00 1 x" >&2\nprintf -- "-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n"\n',
  );
  await chmod(signer, 0o755);
  await git(path, '-c', `gpg.program=${signer}`, 'commit', '-q', '--allow-empty', '-S', '-m', 'signed');
  await git(path, 'tag', 'v1');
  await git(path, 'checkout', '-q', '-b', 'other', 'HEAD~1');
  await writeFile(join(path, 'a.txt'), 'one\nneedle\nthree\n');
  await git(path, 'commit', '-qam', 'three');
  await git(path, 'checkout', '-q', 'main');
  await git(path, 'merge', '-q', '--no-edit', 'other');
  await writeFile(join(path, 'a.txt'), 'one\nstashed\n');
  await git(path, 'stash', '-q');

  const attributes =
    '*.txt diff=evil filter=evil merge=evil\n*.bin diff=included filter=included\n*.ts diff=tree filter=tree\n';
  const settings = async (folder: string) => `
[include]
	path = ${join(path, 'traps', 'included.config')}
[includeIf "gitdir:${folder}/"]
	path = ../traps/conditional.config
[core]
	repositoryformatversion = 1
	fsmonitor = ${await trap('fsmonitor')}
	hooksPath = ${join(path, 'traps', 'hooks')}
	pager = ${await trap('pager')}
	editor = ${await trap('editor')}
	sshCommand = ${await trap('ssh')}
	askPass = ${await trap('askpass')}
	alternateRefsCommand = ${await trap('alternate-refs')}
[extensions]
	worktreeConfig = true
	partialClone = origin
[diff]
	external = ${await trap('external')}
	submodule = diff
[pager]
	log = ${await trap('pager-log')}
	status = ${await trap('pager-status')}
[alias]
	status = "!${await trap('alias')}"
	log = "!${await trap('alias')}"
	st = "!${await trap('alias')}"
[gpg]
	program = ${await trap('gpg', 'exit 1')}
[gpg "openpgp"]
	program = ${await trap('gpg-openpgp', 'exit 1')}
[log]
	showSignature = true
	diffMerges = remerge
[protocol "ext"]
	allow = always
[remote "origin"]
	url = "ext::${await trap('remote')}"
	promisor = true
	partialclonefilter = blob:none
	uploadpack = ${await trap('upload-pack')}
[submodule]
	recurse = true
[status]
	submoduleSummary = true
[trailer "see"]
	command = ${await trap('trailer')}
${await drivers('evil')}`;
  await writeFile(join(path, 'traps', 'included.config'), await drivers('included'));
  await writeFile(join(path, 'traps', 'conditional.config'), await drivers('conditional'));
  for (const folder of [path, inner]) {
    await writeFile(join(folder, '.gitattributes'), attributes);
    await writeFile(join(folder, 'a.txt'), 'one\nneedle\nchanged\n');
    await writeFile(join(folder, 'b.bin'), Buffer.from([0, 9, 9, 9]));
    await writeFile(join(folder, '.git', 'config.worktree'), await drivers('tree'));
    await writeFile(join(folder, '.git', 'config'), await settings(folder));
  }
  await writeFile(join(path, 'src', 'a.ts'), 'const needle = 2;\n');

  return {
    path,
    home,
    run: async (line, more) => {
      const env = { ...environment, TERM: 'dumb', ...more };
      const done = await run('bash', ['--norc', '-c', `{ ${line}\n} 2>&1 </dev/null`], {
        cwd: path,
        env,
        timeout: 20_000,
      }).catch((error: { readonly stdout?: string }) => ({ stdout: error.stdout ?? '' }));
      return done.stdout;
    },
    sprung: async () => {
      const names = await readdir(canaries);
      await Promise.all(names.map((name) => rm(join(canaries, name))));
      return names.toSorted();
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
