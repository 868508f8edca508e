import { byVerb, known, type ProgramTable } from './form.ts';

/** Tests, types and style: their settings, plugins, reporters and outputs stay as written. */
export const NODE_TOOLS: Readonly<Record<string, ProgramTable>> = {
  vitest: known(
    '-t=word --testNamePattern=word --coverage --run --bail=number --silent --passWithNoTests --changed --no-coverage --reporter=dot|verbose|default|json|basic|tap --project=name',
    'name*',
    {
      verbs: Object.fromEntries(
        ['run', 'related', 'list'].map((verb) => [
          verb,
          known(
            '-t=word --testNamePattern=word --coverage --bail=number --silent --passWithNoTests --no-coverage --reporter=dot|verbose|default|json|basic|tap --project=name',
            'name*',
          ),
        ]),
      ),
    },
  ),
  jest: known(
    '-t=word --testNamePattern=word --coverage --ci --bail --silent --verbose --onlyChanged -o --passWithNoTests --no-coverage --runInBand -i --watchAll=false',
    'name*',
  ),
  mocha: known('-g=word --grep=word --bail -b', 'name*'),
  tsc: known('--noEmit --pretty --strict --skipLibCheck --incremental --listFiles', '', {
    kept: '-bpw -p=path --project=path --build --watch',
  }),
  eslint: known('--fix --quiet --cache --max-warnings=number --no-error-on-unmatched-pattern --ext=word', 'path*'),
  prettier: known(
    '-clwu --check --write --list-different --ignore-unknown --log-level=silent|error|warn|log|debug',
    'path*',
  ),
  biome: byVerb({
    check: known('--write --fix --error-on-warnings --max-diagnostics=number --changed --staged', 'path*'),
    format: known('--write --fix --max-diagnostics=number', 'path*'),
    lint: known('--write --fix --error-on-warnings --max-diagnostics=number', 'path*'),
    ci: known('--error-on-warnings', 'path*'),
  }),
};
