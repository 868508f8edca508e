import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Files that have changed and are still there, from the root: what is not committed yet, or the last commit where nothing is
 * pending. `undefined` where git cannot tell.
 *
 * @returns {{ readonly files: readonly string[], readonly since: string } | undefined}
 */
export function changedFiles(root) {
  try {
    const pending = pendingFiles(root);
    if (pending.length > 0) return { files: present(root, pending), since: 'the last commit' };
    return {
      files: present(root, named(root, ['diff', '--name-only', 'HEAD~1', 'HEAD'])),
      since: 'the commit before it',
    };
  } catch {
    return undefined;
  }
}

/** Files that the last so many commits changed, and those not committed yet, from the root; none where git cannot tell. */
export function filesOfLastCommits(root, count) {
  try {
    const committed = named(root, ['log', `--max-count=${count}`, '--name-only', '--format=']);
    return [...new Set([...committed, ...pendingFiles(root)])];
  } catch {
    return [];
  }
}

function pendingFiles(root) {
  return [...named(root, ['diff', '--name-only', 'HEAD']), ...named(root, ['ls-files', '-o', '--exclude-standard'])];
}

function named(root, args) {
  const [command, ...rest] = args;
  const output = execFileSync('git', [command, '-z', ...rest], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return output.split('\0').filter((name) => name !== '');
}

function present(root, names) {
  return names.filter((name) => existsSync(join(root, name)));
}
