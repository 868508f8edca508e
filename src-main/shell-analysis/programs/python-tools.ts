import type { ProgramDeclaration, ProgramDeclarations } from './declaration.ts';

const tool = (options: string, more: Partial<ProgramDeclaration> = {}): ProgramDeclaration => ({
  opaque: 'tool',
  options: { open: options },
  operands: 'write*',
  rule: {},
  ...more,
});

/** Rule for tools that run what the workspace has under their name, or code of it. */
const BOXED = { rule: { isBoxed: true } } as const;

/** Tests, types and style: their settings, plugins and outputs stay as written in a rule. */
export const PYTHON_TOOLS: ProgramDeclarations = {
  pytest: tool(
    '-vqxsl -k=text -m=text --lf --ff --last-failed --failed-first --exitfirst --verbose --quiet --tb=auto|long|short|line|native|no --maxfail=number --durations=number --co --collect-only --no-header --cov',
    { operands: 'name*' },
  ),
  black: tool('-qv --check --diff --quiet --verbose'),
  isort: tool('-qcv --check --check-only --diff --quiet --verbose'),
  flake8: tool('-qv --count --statistics --quiet --verbose --max-line-length=number'),
  mypy: tool('--strict --ignore-missing-imports --pretty --show-error-codes', BOXED),
  ruff: {
    opaque: 'tool',
    rule: 'exact',
    verbs: {
      check: tool('-qv --fix --diff --no-fix --statistics --quiet --verbose'),
      format: tool('-qv --check --diff --quiet --verbose'),
    },
  },
};

/** Modules that `python -m` runs beside the tools. */
export const PYTHON_MODULES: ProgramDeclarations = {
  venv: tool('--system-site-packages --without-pip --copies --symlinks', { operands: 'write', ...BOXED }),
  unittest: tool('-vqfb -k=text --verbose --quiet --failfast --buffer', { operands: 'name*', ...BOXED }),
  compileall: tool('-q', BOXED),
  'json.tool': tool('--sort-keys --compact --indent=number', { operands: 'read', rule: { isReading: true } }),
};
