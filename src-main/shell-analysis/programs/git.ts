import type { ProgramDeclaration, ProgramDeclarations } from './declaration.ts';
import { GIT_READING, STASHES_READ } from './git-reading.ts';

const TAKEN: ProgramDeclaration = { options: { open: '-q --quiet --index' }, rule: {} };

/** Verbs that change the repository or the working tree. */
const WRITING: ProgramDeclarations = {
  stash: {
    options: { open: '-ukq --include-untracked --keep-index --quiet' },
    rule: {},
    verbs: {
      ...STASHES_READ,
      push: {
        options: { open: '-uakq -m=text --include-untracked --all --keep-index --quiet --message=text' },
        operands: 'write*',
        rule: {},
      },
      pop: TAKEN,
      apply: TAKEN,
    },
  },
  add: {
    options: { open: '-AuvnN --all --update --verbose --dry-run --intent-to-add' },
    operands: 'read*',
    rule: { isReading: true },
  },
  commit: {
    options: {
      open: '-aqv -m=text --all --quiet --verbose --message=text --no-edit --dry-run',
      kept: '-ns --amend --no-verify --allow-empty --signoff',
    },
    rule: {},
  },
  checkout: {
    options: { open: '-qb --quiet', kept: '-t --ours --theirs --detach --track' },
    operands: 'name*',
    rule: {},
  },
  switch: { options: { open: '-qc --quiet --create', kept: '-d --detach' }, operands: 'name*', rule: {} },
  restore: {
    options: { open: '-qS --quiet --staged', kept: '-W -s=name --worktree --source=name' },
    operands: 'write*',
    rule: {},
  },
  reset: { options: { open: '-q --quiet', kept: '--soft --mixed --keep' }, operands: 'name*', rule: {} },
  rm: { options: { open: '-nq --dry-run --quiet', kept: '-r --cached' }, operands: 'write*', rule: {} },
  mv: { options: { open: '-nvk --dry-run --verbose', kept: '-f --force' }, operands: 'write*', rule: {} },
  merge: {
    options: {
      open: '-q --quiet --no-ff --ff-only --no-edit --stat',
      kept: '-m=text --abort --continue --squash',
    },
    operands: 'name*',
    rule: {},
  },
  rebase: {
    options: { open: '-q --quiet', kept: '--abort --continue --skip --onto=name' },
    operands: 'name*',
    rule: {},
  },
  'cherry-pick': { options: { kept: '-nx --abort --continue --skip --no-commit' }, operands: 'name*', rule: {} },
  revert: { options: { open: '--no-edit', kept: '-n --abort --continue --no-commit' }, operands: 'name*', rule: {} },
  pull: { options: { open: '-q --quiet --rebase --no-rebase --ff-only --ff' }, rule: {} },
  // Where it sends is as it was written, and so is what it would overwrite or delete there.
  push: {
    options: { open: '-qvnu --quiet --verbose --dry-run --set-upstream --porcelain' },
    operands: 'exact branch?',
    rule: {},
  },
  fetch: { options: { open: '-qp --quiet --prune --all --tags' }, rule: {} },
};

/** Verbs that send, or take settings, files or programs from elsewhere are not here: in a rule they stay as written. */
export const GIT: ProgramDeclarations = {
  git: {
    opaque: 'tool',
    rule: 'exact',
    verbs: { ...GIT_READING, ...WRITING },
    needs: { loading: 'clone submodule lfs', withKeys: 'push pull fetch ls-remote send-email credential' },
    versionWords: '--version',
  },
};
