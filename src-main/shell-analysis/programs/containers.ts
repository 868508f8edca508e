import type { ProgramDeclaration, ProgramDeclarations } from './declaration.ts';
import { composeUp, containers } from './endless.ts';

const LOGS = '-ft -n=number --follow --timestamps --tail=number --since=text --until=text --no-color --no-log-prefix';
const ALL = '-aq --all --quiet';

const open = (options: string, operands = ''): ProgramDeclaration => ({
  options: { open: options },
  operands,
  rule: {},
});

const COMPOSE: ProgramDeclarations = {
  logs: open(LOGS, 'name*'),
  ps: open(`${ALL} --services --format=json|table`, 'name*'),
  images: open('-q --quiet', 'name*'),
  top: open('', 'name*'),
  ls: open(ALL),
  restart: open('-t=number --timeout=number --no-deps', 'name*'),
  stop: open('-t=number --timeout=number', 'name*'),
  start: open('', 'name*'),
};

/**
 * Docker. Sub-commands that start or build containers, or run in them, stay as written in a rule: they can mount
 * anything.
 */
const DOCKER: ProgramDeclarations = {
  compose: { verbs: COMPOSE },
  ps: open('-aqls --all --quiet --latest --size --no-trunc'),
  images: open(`${ALL} --no-trunc`, 'name'),
  logs: open(LOGS, 'name'),
  stats: open('-a --all --no-stream', 'name*'),
  top: open('', 'name'),
  port: open('', 'name'),
  version: open(''),
  info: open(''),
};

const OUTSIDE = { isOutside: true } as const;

export const CONTAINERS: ProgramDeclarations = {
  docker: {
    opaque: 'interpreter',
    rule: 'exact',
    verbs: DOCKER,
    needs: OUTSIDE,
    endless: containers,
    versionWords: '--version',
  },
  podman: { opaque: 'interpreter', rule: 'exact', verbs: DOCKER, needs: OUTSIDE, endless: containers },
  'docker-compose': { opaque: 'tool', rule: 'exact', verbs: COMPOSE, needs: OUTSIDE, endless: composeUp },
};
