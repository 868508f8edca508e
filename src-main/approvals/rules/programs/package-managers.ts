import { byVerb, EXACT_ONLY, known, type ProgramTable } from './form.ts';
import { NODE_TOOLS } from './node-tools.ts';

const LISTING = '-al --all --long --json --depth=number';
const RUNNING = '-s --silent --if-present';

const SCRIPTS = {
  test: known(RUNNING, 'name*'),
  t: known(RUNNING, 'name*'),
  run: known(RUNNING, 'name'),
  'run-script': known(RUNNING, 'name'),
  start: known(RUNNING, ''),
};
const LOOKING = {
  ls: known(LISTING, 'name*'),
  list: known(LISTING, 'name*'),
  outdated: known('--json --long', 'name*'),
  why: known('--json', 'name*'),
  explain: known('--json', 'name*'),
  audit: known('--json', ''),
};

/** What installs, publishes or changes settings stays as written, and so does a tool that is not known. */
export const PACKAGE_MANAGERS: Readonly<Record<string, ProgramTable>> = {
  npm: { ...known('', '', { verbs: { ...SCRIPTS, ...LOOKING, ci: known('', '') } }) },
  pnpm: { ...known('', '', { verbs: { ...NODE_TOOLS, ...SCRIPTS, ...LOOKING, exec: byVerb(NODE_TOOLS) } }) },
  yarn: { ...known('', '', { verbs: { ...NODE_TOOLS, ...SCRIPTS, ...LOOKING, exec: byVerb(NODE_TOOLS) } }) },
  npx: byVerb({ ...NODE_TOOLS, '@biomejs/biome': NODE_TOOLS.biome ?? EXACT_ONLY }),
  pip: byVerb({
    list: known('--outdated --format=columns|freeze|json', ''),
    show: known('', 'name*'),
    freeze: known('', ''),
    check: known('', ''),
  }),
};
