import type { ProgramDeclaration, ProgramDeclarations } from './declaration.ts';
import { servingScript, withCommand } from './endless.ts';

const CARGO =
  '-vq --release -r --all --workspace --all-targets --all-features --no-default-features --locked --offline --frozen --verbose --quiet -j=number --jobs=number -p=name --package=name --exclude=name --lib --bins --bin=name --tests --test=name --examples --example=name --benches --bench=name -F=text --features=text --profile=name --keep-going --message-format=human|short|json --color=always|never|auto';
const GO = '--v --race --x --n --a --trimpath --mod=readonly|vendor --tags=name --p=number';
const GO_TEST = `${GO} --run=text --skip=text --count=number --cover --short --timeout=text --bench=text --benchmem --failfast --json --parallel=number --shuffle=on|off --list=text`;

const CARGO_BUILD: ProgramDeclaration = { options: { open: CARGO }, rule: {} };
const go = (options: string, operands = 'write*'): ProgramDeclaration => ({
  options: { open: options },
  operands,
  hasSingleDash: true,
  rule: {},
});

/** Programs that build what a project's own files say. */
export const BUILDERS: ProgramDeclarations = {
  // `-f`, `-C`, `-I`, `--eval` and `NAME=value` choose what runs.
  make: {
    opaque: 'interpreter',
    endless: servingScript,
    options: { open: '-nksBi -j=number --dry-run --keep-going --silent --always-make' },
    operands: 'name*',
    rule: {},
    scripts: { kind: 'file', names: ['GNUmakefile', 'makefile', 'Makefile'] },
    versionWords: '--version',
  },
  just: {
    opaque: 'tool',
    endless: servingScript,
    options: { open: '-nl --dry-run --list' },
    operands: 'name*',
    rule: {},
    scripts: { kind: 'file', names: ['justfile', 'Justfile', '.justfile'], isAround: true },
  },
  cargo: {
    opaque: 'interpreter',
    endless: withCommand('watch'),
    rule: 'exact',
    verbs: {
      build: CARGO_BUILD,
      b: CARGO_BUILD,
      check: CARGO_BUILD,
      clippy: CARGO_BUILD,
      doc: { options: { open: `${CARGO} --no-deps` }, rule: {} },
      test: { options: { open: `${CARGO} --no-run --no-fail-fast --doc` }, operands: 'name*', rule: {} },
      bench: { ...CARGO_BUILD, operands: 'name*' },
      run: CARGO_BUILD,
      fmt: { options: { open: '--all --check -v -q' }, rule: {} },
      tree: { options: { open: '-dei --depth=number -p=name' }, rule: {} },
      metadata: { options: { open: '--no-deps --offline --locked' }, rule: {} },
    },
    needs: { loading: 'add install update fetch search publish generate-lockfile', changes: ['Cargo.toml'] },
  },
  go: {
    opaque: 'interpreter',
    rule: 'exact',
    verbs: {
      build: go(GO),
      test: go(GO_TEST),
      run: { ...go(GO, 'write'), rule: { isBoxed: true } },
      vet: go(GO),
      fmt: go('--n --x'),
      list: go('--json --test --deps --e'),
      version: { rule: {} },
      env: go('--json', 'name*'),
      mod: {
        verbs: { tidy: go('--v', ''), graph: { rule: {} }, verify: { rule: {} }, why: go('--m', 'name*') },
      },
    },
    needs: { loading: 'get install mod download' },
  },
  cmake: { opaque: 'interpreter', versionWords: '--version' },
};
