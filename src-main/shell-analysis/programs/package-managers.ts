import type { ProgramDeclaration, ProgramDeclarations } from './declaration.ts';
import { either, servingScript, withOption } from './endless.ts';
import { NODE_TOOLS } from './node-tools.ts';
import { PYTHON_TOOLS } from './python-tools.ts';

const LISTING: ProgramDeclaration = {
  options: { open: '-al --all --long --json --depth=number' },
  operands: 'name*',
  rule: {},
};
const RUNNING = { open: '-s --silent --if-present' };
const TEST: ProgramDeclaration = { options: RUNNING, operands: 'name*', rule: {} };
const SCRIPT: ProgramDeclaration = { options: RUNNING, operands: 'name', rule: {} };
const ABOUT: ProgramDeclaration = { options: { open: '--json' }, operands: 'name*', rule: {} };
const PLAIN: ProgramDeclaration = { rule: {} };
const NAMED: ProgramDeclaration = { operands: 'name*', rule: {} };

const NODE_VERBS: ProgramDeclarations = {
  test: TEST,
  t: TEST,
  run: SCRIPT,
  'run-script': SCRIPT,
  start: { options: RUNNING, rule: {} },
  ls: LISTING,
  list: LISTING,
  outdated: { options: { open: '--json --long' }, operands: 'name*', rule: {} },
  why: ABOUT,
  explain: ABOUT,
  audit: { options: { open: '--json' }, rule: {} },
};

/** Sub-commands of yarn and pnpm, to which the tools of a package belong. */
const WITH_TOOLS: ProgramDeclarations = { ...NODE_TOOLS, ...NODE_VERBS, exec: { verbs: NODE_TOOLS } };

const LOADING =
  'install i ci add update up upgrade outdated view info show audit fund search dlx create init fetch download get';
const PIP_LOADING = 'install download wheel index search';
const NODE_CHANGES = ['node_modules', 'package.json'];

/**
 * Package managers. Sub-commands that install, publish or change settings stay as written in a rule, and so does an
 * unknown tool.
 */
export const PACKAGE_MANAGERS: ProgramDeclarations = {
  npm: {
    opaque: 'interpreter',
    endless: servingScript,
    rule: {},
    verbs: { ...NODE_VERBS, ci: PLAIN },
    needs: { loading: `${LOADING} install-test it ping whoami pack publish`, changes: NODE_CHANGES },
    scripts: {
      kind: 'package.json',
      memberOptions: ['-w', '--workspace'],
      choosingOptions: ['-ws', '--workspaces', '-iwr', '--include-workspace-root'],
    },
    versionWords: '--version -v',
  },
  pnpm: {
    opaque: 'interpreter',
    endless: servingScript,
    rule: {},
    verbs: WITH_TOOLS,
    needs: { loading: `${LOADING} publish`, changes: NODE_CHANGES },
    scripts: {
      kind: 'package.json',
      runsByName: true,
      choosingOptions: ['--recursive', '-r', '--workspace-root', '-w'],
      filterOptions: ['--filter', '--filter-prod', '-F'],
      isUnlisted: true,
    },
  },
  yarn: {
    opaque: 'interpreter',
    endless: servingScript,
    rule: {},
    verbs: WITH_TOOLS,
    needs: { loading: `${LOADING} publish npm`, loadsByItself: true, changes: NODE_CHANGES },
    scripts: {
      kind: 'package.json',
      runsByName: true,
      memberVerb: 'workspace',
      allVerb: 'workspaces',
      allValued: ['--include', '--exclude', '--from', '-j', '--jobs'],
    },
  },
  bun: {
    opaque: 'interpreter',
    endless: either(servingScript, withOption('', '--watch', '--hot')),
    rule: 'exact',
    needs: { loading: `${LOADING} x`, changes: NODE_CHANGES },
    scripts: { kind: 'package.json', runsByName: true, filterOptions: ['--filter', '-F'] },
  },
  npx: {
    opaque: 'interpreter',
    endless: 'as-it-runs',
    rule: 'exact',
    verbs: { ...NODE_TOOLS, '@biomejs/biome': NODE_TOOLS.biome ?? { rule: 'exact' } },
  },
  pip: {
    opaque: 'interpreter',
    rule: 'exact',
    verbs: {
      list: { options: { open: '--outdated --format=columns|freeze|json' }, rule: {} },
      show: NAMED,
      freeze: PLAIN,
      check: PLAIN,
    },
    needs: { loading: PIP_LOADING },
    versionWords: '--version',
  },
  pip3: { opaque: 'interpreter', needs: { loading: PIP_LOADING }, versionWords: '--version' },
  pipx: { opaque: 'interpreter', needs: { loading: 'install run upgrade upgrade-all' } },
  uv: {
    opaque: 'interpreter',
    endless: 'as-it-runs',
    rule: 'exact',
    verbs: { run: { verbs: PYTHON_TOOLS } },
    needs: { loading: 'add sync lock pip tool python', changes: ['pyproject.toml'] },
  },
  poetry: {
    opaque: 'tool',
    endless: 'as-it-runs',
    rule: 'exact',
    verbs: { run: { verbs: PYTHON_TOOLS } },
    needs: { loading: 'add install update lock publish', changes: ['pyproject.toml'] },
  },
  gem: { opaque: 'interpreter', needs: { loading: 'install update fetch' } },
  bundle: {
    opaque: 'interpreter',
    endless: 'as-it-runs',
    needs: { loading: 'install update add', changes: ['Gemfile'] },
  },
  composer: { opaque: 'tool', needs: { loading: 'install update require' } },
};
