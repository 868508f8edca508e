import { byVerb, known, reads } from './form.ts';

const SHOWING =
  '-psuwbzMC -U=number --stat --numstat --shortstat --summary --name-only --name-status --patch --no-patch --raw --unified=number --color?=always|never|auto --no-color --word-diff?=plain|color|porcelain|none --minimal --patience --histogram --diff-filter=word --no-renames --find-renames --ignore-all-space --ignore-space-change --ignore-blank-lines --no-ext-diff --no-textconv --abbrev?=number --no-prefix --check --function-context --full-index';
const LOGGING =
  '-n=number -NUM -i -E -F -S=word -G=word --oneline --graph --decorate?=short|full|auto|no --no-decorate --all --branches --tags --remotes --max-count=number --skip=number --since=word --after=word --until=word --before=word --author=word --committer=word --grep=word --invert-grep --reverse --date=word --format=word --pretty?=word --abbrev-commit --no-abbrev-commit --merges --no-merges --first-parent --follow --topo-order --date-order --left-right --cherry-pick --full-history --source --parents --children --boundary';

/** Sub-commands that send, fetch, or take settings, files or programs from elsewhere are not here: they stay as written. */
export const GIT = byVerb({
  status: reads(
    '-sbuz -v --short --branch --porcelain?=v1|v2 --long --show-stash --untracked-files?=no|normal|all --ignored',
    'path*',
  ),
  diff: reads(`${SHOWING} -R --cached --staged --exit-code --quiet --merge-base`, 'name*'),
  log: reads(`${SHOWING} ${LOGGING}`, 'name*'),
  show: reads(`${SHOWING} ${LOGGING}`, 'name*'),
  blame: reads('-wsnefltcMC -L=word --show-name --show-number --show-email --root --date=word', 'name*'),
  shortlog: reads('-snec --summary --numbered --email --no-merges', 'name*'),
  describe: reads('--tags --all --always --abbrev=number --long --exact-match --dirty', 'name*'),
  'rev-parse': reads(
    '--show-toplevel --abbrev-ref --short?=number --verify --is-inside-work-tree --show-prefix -q --quiet',
    'name*',
  ),
  'rev-list': reads('-n=number -NUM --count --all --max-count=number --no-merges --merges --reverse', 'name*'),
  'ls-files': reads('-cotszdm --cached --others --stage --modified --deleted --exclude-standard --ignored -i', 'path*'),
  'ls-tree': reads('-rdtlz --name-only --name-status --long --full-name', 'name*'),
  'merge-base': reads('-a --all --is-ancestor', 'name*'),
  branch: known(
    '-arv --all --remotes --list --verbose --show-current --no-color --sort=word --merged?=name --no-merged?=name --contains?=name',
    'name*',
    {
      kept: '-dmcu --delete --move --copy --set-upstream-to=name --unset-upstream',
    },
  ),
  tag: known('-l --list --sort=word -n', 'name*', { kept: '-adsfm --annotate --delete --force --sign --message=word' }),
  stash: byVerb({
    list: reads('-n=number -NUM --oneline', ''),
    show: reads(SHOWING, 'name'),
    push: known('-uakq --include-untracked --all --keep-index --quiet -m=word --message=word', 'path*'),
    pop: known('-q --quiet --index', ''),
    apply: known('-q --quiet --index', ''),
  }),
  add: reads('-AuvnN --all --update --verbose --dry-run --intent-to-add', 'path*'),
  commit: known('-aqv -m=word --all --quiet --verbose --message=word --no-edit --dry-run', '', {
    kept: '-n --amend --no-verify --allow-empty --signoff -s',
  }),
  checkout: known('-qb --quiet', 'name*', { kept: '--ours --theirs --detach --track -t' }),
  switch: known('-qc --quiet --create', 'name*', { kept: '--detach -d' }),
  restore: known('-q --quiet --staged -S', 'path*', { kept: '-W --worktree --source=name -s=name' }),
  reset: known('-q --quiet', 'name*', { kept: '--soft --mixed --keep' }),
  rm: known('-nq --dry-run --quiet', 'path*', { kept: '-r --cached' }),
  mv: known('-nvk --dry-run --verbose', 'path*', { kept: '-f --force' }),
  merge: known('-q --quiet --no-ff --ff-only --no-edit --stat', 'name*', {
    kept: '--abort --continue --squash -m=word',
  }),
  rebase: known('-q --quiet', 'name*', { kept: '--abort --continue --skip --onto=name' }),
  'cherry-pick': known('', 'name*', { kept: '-nx --abort --continue --skip --no-commit' }),
  revert: known('--no-edit', 'name*', { kept: '-n --abort --continue --no-commit' }),
  pull: known('-q --quiet --rebase --no-rebase --ff-only --ff', ''),
  fetch: known('-qp --quiet --prune --all --tags', ''),
});
