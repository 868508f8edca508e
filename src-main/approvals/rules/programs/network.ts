import { byVerb, EXACT_ONLY, known, type ProgramTable } from './form.ts';

const LIST =
  '-L=number --limit=number -s=open|closed|all|merged --state=open|closed|all|merged -A=name --author=name -l=word --label=word --json=word --draft';

/** Programs that send: addresses and data stay as written. */
export const NETWORK: Readonly<Record<string, ProgramTable>> = {
  curl: EXACT_ONLY,
  wget: EXACT_ONLY,
  ssh: EXACT_ONLY,
  scp: EXACT_ONLY,
  gh: byVerb({
    pr: byVerb({
      list: known(LIST, ''),
      status: known('--json=word', ''),
      view: known('-c --comments --json=word', 'number'),
      diff: known('--name-only --patch --color=always|never|auto', 'number'),
      checks: known('--required --json=word', 'number'),
    }),
    issue: byVerb({
      list: known(LIST, ''),
      status: known('--json=word', ''),
      view: known('-c --comments --json=word', 'number'),
    }),
    run: byVerb({
      list: known('-L=number --limit=number --json=word', ''),
      view: known('-v --log --log-failed --json=word', 'number'),
    }),
  }),
};
