import { byVerb, known, type ProgramTable } from './form.ts';

const CARGO =
  '-vq --release -r --all --workspace --all-targets --all-features --no-default-features --locked --offline --frozen --verbose --quiet -j=number --jobs=number -p=name --package=name --exclude=name --lib --bins --bin=name --tests --test=name --examples --example=name --benches --bench=name -F=word --features=word --profile=name --keep-going --message-format=human|short|json --color=always|never|auto';
const GO = '--v --race --x --n --a --trimpath --mod=readonly|vendor --tags=name --p=number';
const GO_TEST = `${GO} --run=word --skip=word --count=number --cover --short --timeout=word --bench=word --benchmem --failfast --json --parallel=number --shuffle=on|off --list=word`;
const single = { hasSingleDash: true } as const;

export const BUILDERS: Readonly<Record<string, ProgramTable>> = {
  // `-f`, `-C`, `-I`, `--eval` and `NAME=value` choose what runs.
  make: known('-nksBi -j=number --dry-run --keep-going --silent --always-make', 'name*'),
  just: known('-n --dry-run --list -l', 'name*'),
  cargo: byVerb({
    build: known(CARGO, ''),
    b: known(CARGO, ''),
    check: known(CARGO, ''),
    clippy: known(CARGO, ''),
    doc: known(`${CARGO} --no-deps`, ''),
    test: known(`${CARGO} --no-run --no-fail-fast --doc`, 'name*'),
    bench: known(CARGO, 'name*'),
    run: known(CARGO, ''),
    fmt: known('--all --check -v -q', ''),
    tree: known('-dei --depth=number -p=name', ''),
    metadata: known('--no-deps --offline --locked', ''),
  }),
  go: byVerb({
    build: known(GO, 'path*', single),
    test: known(GO_TEST, 'path*', single),
    vet: known(GO, 'path*', single),
    fmt: known('--n --x', 'path*', single),
    list: known('--json --test --deps --e', 'path*', single),
    version: known('', ''),
    env: known('--json', 'name*', single),
    mod: byVerb({
      tidy: known('--v', '', single),
      graph: known('', ''),
      verify: known('', ''),
      why: known('--m', 'name*', single),
    }),
  }),
};
