import type { ProgramDeclaration, ProgramDeclarations } from './declaration.ts';
import { either, watching, withCommand, withOption } from './endless.ts';

const VITEST =
  '-t=text --testNamePattern=text --coverage --bail=number --silent --passWithNoTests --no-coverage --reporter=dot|verbose|default|json|basic|tap --project=name';
const VITEST_VERB: ProgramDeclaration = { options: { open: VITEST }, operands: 'name*', rule: {} };

const biome = (options: string): ProgramDeclaration => ({ options: { open: options }, operands: 'write*', rule: {} });

/** Tests, types and style: their settings, plugins, reporters and outputs stay as written in a rule. */
export const NODE_TOOLS: ProgramDeclarations = {
  vitest: {
    opaque: 'tool',
    endless: either(withCommand('watch'), watching),
    options: { open: `${VITEST} --run --changed` },
    operands: 'name*',
    rule: {},
    verbs: { run: VITEST_VERB, related: VITEST_VERB, list: VITEST_VERB },
  },
  jest: {
    opaque: 'tool',
    endless: withOption('', '--watch', '--watchAll'),
    options: {
      open: '-oi -t=text --testNamePattern=text --coverage --ci --bail --silent --verbose --onlyChanged --passWithNoTests --no-coverage --runInBand --watchAll=false',
    },
    operands: 'name*',
    rule: {},
  },
  mocha: {
    opaque: 'tool',
    endless: watching,
    options: { open: '-b -g=text --grep=text --bail' },
    operands: 'name*',
    rule: {},
  },
  tsc: {
    opaque: 'tool',
    endless: watching,
    options: {
      open: '--noEmit --pretty --strict --skipLibCheck --incremental --listFiles',
      'boxed kept': '-p=read --project=read',
      kept: '-bw --build --watch',
    },
    rule: { isReading: true },
    versionWords: '--version',
  },
  eslint: {
    opaque: 'tool',
    options: {
      open: '--fix --quiet --cache --max-warnings=number --no-error-on-unmatched-pattern --ext=text',
    },
    operands: 'write*',
    rule: {},
  },
  prettier: {
    opaque: 'tool',
    options: {
      open: '-clwu --check --write --list-different --ignore-unknown --log-level=silent|error|warn|log|debug',
    },
    operands: 'write*',
    rule: {},
  },
  biome: {
    opaque: 'tool',
    rule: 'exact',
    verbs: {
      check: biome('--write --fix --error-on-warnings --max-diagnostics=number --changed --staged'),
      format: biome('--write --fix --max-diagnostics=number'),
      lint: biome('--write --fix --error-on-warnings --max-diagnostics=number'),
      ci: biome('--error-on-warnings'),
    },
  },
};
