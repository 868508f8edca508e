import { byVerb, EXACT_ONLY, known, type ProgramTable } from './form.ts';

const PYTEST = known(
  '-vqxsl -k=word -m=word --lf --ff --last-failed --failed-first --exitfirst --verbose --quiet --tb=auto|long|short|line|native|no --maxfail=number --durations=number --co --collect-only --no-header --cov',
  'name*',
);
const PYTHON: ProgramTable = { verbs: { '-m': byVerb({ pytest: PYTEST }) } };
const CODE =
  'node nodejs deno bun tsx ts-node perl ruby php lua Rscript osascript bash sh dash zsh ksh fish pwsh powershell psql mysql sqlite3 redis-cli less more vim vi nano ed ex emacs man';

/** What runs the text or file it is given: nothing of their words is left open, but where a module is known. */
export const INTERPRETERS: Readonly<Record<string, ProgramTable>> = {
  ...Object.fromEntries(CODE.split(' ').map((name) => [name, EXACT_ONLY])),
  python: PYTHON,
  python3: PYTHON,
  pytest: PYTEST,
};
