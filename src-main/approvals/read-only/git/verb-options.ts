/** The options of git's reading verbs: what is not here may write, run a program or read what git does not know of. */

/** Options of whatever prints differences; neither `--output`, `--no-index`, `--ext-diff`, `--textconv`, `-O` nor what shows binary files as text. */
export const SHOWING =
  '-pqsuwbRWzDr -U=number -M?=word -C?=word -B?=word -I=text --stat?=text --numstat --shortstat --dirstat?=text --summary --compact-summary --name-only --name-status --no-patch --patch --raw --patch-with-stat --unified=number --color?=word --no-color --color-moved?=word --no-color-moved --word-diff?=word --word-diff-regex=text --color-words?=text --minimal --patience --histogram --diff-algorithm=word --anchored=text --diff-filter=word --find-renames?=word --find-copies?=word --find-copies-harder --break-rewrites?=word --no-renames --rename-empty --no-rename-empty --irreversible-delete --ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-cr-at-eol --ignore-blank-lines --ignore-matching-lines=text --indent-heuristic --no-indent-heuristic --inter-hunk-context=number --no-ext-diff --no-textconv --abbrev?=number --no-abbrev --no-relative --relative --no-prefix --src-prefix=text --dst-prefix=text --check --function-context --full-index --exit-code --quiet --reverse --ws-error-highlight=word --pickaxe-all --pickaxe-regex --line-prefix=text -S=text -G=text --find-object=text --null';

/** Options of whatever walks through commits; no signatures, which a program would check. */
export const WALKING =
  '-i -E -F -P -g -t -n=number -NUM --oneline --graph --no-graph --decorate?=word --no-decorate --decorate-refs=text --decorate-refs-exclude=text --clear-decorations --all --reflog --branches?=text --tags?=text --remotes?=text --glob=text --exclude=text --max-count=number --skip=number --since=text --after=text --until=text --before=text --min-parents=number --max-parents=number --no-min-parents --no-max-parents --author=text --committer=text --grep=text --grep-reflog=text --all-match --invert-grep --regexp-ignore-case --extended-regexp --fixed-strings --perl-regexp --reverse --date=text --relative-date --format=text --pretty?=text --abbrev-commit --no-abbrev-commit --merges --no-merges --first-parent --follow --topo-order --date-order --author-date-order --left-right --left-only --right-only --cherry --cherry-mark --cherry-pick --no-show-signature --full-history --dense --sparse --simplify-merges --ancestry-path --show-pulls --no-walk?=word --do-walk --source --parents --children --boundary --simplify-by-decoration --notes?=text --no-notes --mailmap --no-mailmap --use-mailmap --no-use-mailmap --walk-reflogs --log-size --encoding=word --expand-tabs?=number --no-expand-tabs --ignore-missing --in-commit-order';

/** How a merge is compared; `remerge` would run the drivers of merges. */
export const MERGES = '-m -c --cc --combined-all-paths --diff-merges=merges --no-diff-merges';

export const STATUS =
  '-sbuz -v --short --branch --no-branch --porcelain?=word --long --verbose --show-stash --no-show-stash --untracked-files?=word --ignored?=word --renames --no-renames --find-renames?=word --ahead-behind --no-ahead-behind --column?=text --no-column --null';

export const BLAME =
  '-bcefhlnpstwk -L=text -M?=word -C?=word --porcelain --line-porcelain --incremental --root --show-stats --show-name --show-number --show-email --date=text --since=text --abbrev=number --ignore-rev=text --color-lines --color-by-age --minimal --first-parent --reverse --encoding=word --score-debug --progress --no-progress';

export const GREP =
  '-iIvwEGFPnlLcqohHzpWr -e=text -A=number -B=number -C=number -NUM -m=number --name-only --files-with-matches --files-without-match --count --line-number --column --heading --break --show-function --function-context --and --or --not --all-match --cached --max-depth=number --max-count=number --threads=number --color?=word --no-color --ignore-case --word-regexp --invert-match --extended-regexp --basic-regexp --fixed-strings --perl-regexp --full-name --only-matching --quiet --after-context=number --before-context=number --context=number --null --recursive --no-textconv';

export const BRANCH =
  '-arvqi --all --remotes --list --verbose --quiet --show-current --no-color --color?=word --column?=text --no-column --sort=word --format=text --contains?=text --no-contains?=text --merged?=text --no-merged?=text --points-at=text --abbrev=number --no-abbrev --ignore-case';

export const TAG =
  '-li -n?=number --list --sort=word --format=text --contains?=text --no-contains?=text --merged?=text --no-merged?=text --points-at?=text --column?=text --no-column --color?=word --ignore-case';

export const REV_PARSE =
  '-q --quiet --show-toplevel --abbrev-ref?=word --short?=number --verify --symbolic --symbolic-full-name --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --git-dir --absolute-git-dir --git-common-dir --show-prefix --show-cdup --show-superproject-working-tree --show-object-format?=word --all --branches?=text --tags?=text --remotes?=text --revs-only --no-revs --flags --no-flags --default=text --path-format=word';

export const LS_FILES =
  '-cdmosuktvzi -x=text --cached --deleted --modified --others --stage --unmerged --killed --directory --no-empty-directory --exclude-standard --exclude=text --ignored --full-name --error-unmatch --deduplicate --abbrev?=number --eol --format=text';

export const LS_TREE =
  '-rdtlz --name-only --name-status --long --object-only --full-name --full-tree --abbrev?=number --format=text';

export const DESCRIBE =
  '--tags --all --always --abbrev=number --long --exact-match --dirty?=text --broken?=text --contains --candidates=number --match=text --exclude=text --first-parent --debug';

export const REFS =
  '--count=number --sort=word --format=text --contains?=text --no-contains?=text --merged?=text --no-merged?=text --points-at=text --exclude=text --ignore-case --color?=word';
