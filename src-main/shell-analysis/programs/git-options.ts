/**
 * Options of git that several of its verbs share. Neither `--output`, `--no-index`, `--ext-diff`, `--textconv`, `-O` nor what shows
 * binary files as text; no signatures, which a program would check.
 */

/** Options of the sub-commands that print differences; a rule may leave these open. */
export const SHOWING =
  '-psuwbz -U=number -M?=word -C?=word --stat?=text --numstat --shortstat --summary --name-only --name-status --no-patch --patch --raw --unified=number --color?=always|never|auto --no-color --word-diff?=plain|color|porcelain|none --minimal --patience --histogram --diff-filter=word --find-renames?=word --no-renames --ignore-all-space --ignore-space-change --ignore-blank-lines --no-ext-diff --no-textconv --abbrev?=number --no-prefix --check --function-context --full-index';

export const SHOWING_MORE =
  '-qRWDr -B?=word -I=text -S=text -G=text --dirstat?=text --compact-summary --patch-with-stat --color-moved?=word --no-color-moved --word-diff-regex=text --color-words?=text --diff-algorithm=word --anchored=text --find-copies?=word --find-copies-harder --break-rewrites?=word --rename-empty --no-rename-empty --irreversible-delete --ignore-space-at-eol --ignore-cr-at-eol --ignore-matching-lines=text --indent-heuristic --no-indent-heuristic --inter-hunk-context=number --no-abbrev --no-relative --relative --src-prefix=text --dst-prefix=text --exit-code --quiet --reverse --ws-error-highlight=word --pickaxe-all --pickaxe-regex --line-prefix=text --find-object=text --null';

/** Options of the sub-commands that walk through commits; a rule may leave these open. */
export const WALKING =
  '-iEF -n=number -NUM --reverse --oneline --graph --decorate?=short|full|auto|no --no-decorate --all --branches?=text --tags?=text --remotes?=text --max-count=number --skip=number --since=text --after=text --until=text --before=text --author=text --committer=text --grep=text --invert-grep --date=text --format=text --pretty?=text --abbrev-commit --no-abbrev-commit --merges --no-merges --first-parent --follow --topo-order --date-order --left-right --cherry-pick --full-history --source --parents --children --boundary';

export const WALKING_MORE =
  '-Pgt --no-graph --decorate-refs=text --decorate-refs-exclude=text --clear-decorations --reflog --glob=text --exclude=text --min-parents=number --max-parents=number --no-min-parents --no-max-parents --grep-reflog=text --all-match --regexp-ignore-case --extended-regexp --fixed-strings --perl-regexp --relative-date --author-date-order --left-only --right-only --cherry --cherry-mark --no-show-signature --dense --sparse --simplify-merges --ancestry-path --show-pulls --no-walk?=word --do-walk --simplify-by-decoration --notes?=text --no-notes --mailmap --no-mailmap --use-mailmap --no-use-mailmap --walk-reflogs --log-size --encoding=word --expand-tabs?=number --no-expand-tabs --ignore-missing --in-commit-order';

/** Options for comparing merges; `remerge` would run the drivers of merges. */
export const MERGES = '-mc --cc --combined-all-paths --diff-merges=merges --no-diff-merges';

export const BLAME = {
  'proven open': '-ceflnstw -L=text -M?=word -C?=word --root --show-name --show-number --show-email --date=text',
  proven:
    '-bhpk --porcelain --line-porcelain --incremental --show-stats --since=text --abbrev=number --ignore-rev=text --color-lines --color-by-age --minimal --first-parent --reverse --encoding=word --score-debug --progress --no-progress',
};

export const GREP =
  '-iIvwEGFPnlLcqohHzpWr -e=text -A=number -B=number -C=number -NUM -m=number --name-only --files-with-matches --files-without-match --count --line-number --column --heading --break --show-function --function-context --and --or --not --all-match --cached --max-depth=number --max-count=number --threads=number --color?=word --no-color --ignore-case --word-regexp --invert-match --extended-regexp --basic-regexp --fixed-strings --perl-regexp --full-name --only-matching --quiet --after-context=number --before-context=number --context=number --null --recursive --no-textconv';
