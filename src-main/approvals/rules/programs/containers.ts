import { byVerb, known, type ProgramTable } from './form.ts';

const LOGS = '-ft -n=number --follow --timestamps --tail=number --since=word --until=word --no-color --no-log-prefix';

const COMPOSE = byVerb({
  logs: known(LOGS, 'name*'),
  ps: known('-aq --all --quiet --services --format=json|table', 'name*'),
  images: known('-q --quiet', 'name*'),
  top: known('', 'name*'),
  ls: known('-aq --all --quiet', ''),
  restart: known('-t=number --timeout=number --no-deps', 'name*'),
  stop: known('-t=number --timeout=number', 'name*'),
  start: known('', 'name*'),
});

/** What starts or builds containers, or runs in them, stays as written: it can mount whatever there is. */
const DOCKER = byVerb({
  compose: COMPOSE,
  ps: known('-aqls --all --quiet --latest --size --no-trunc', ''),
  images: known('-aq --all --quiet --no-trunc', 'name'),
  logs: known(LOGS, 'name'),
  stats: known('-a --all --no-stream', 'name*'),
  top: known('', 'name'),
  port: known('', 'name'),
  version: known('', ''),
  info: known('', ''),
});

export const CONTAINERS: Readonly<Record<string, ProgramTable>> = {
  docker: DOCKER,
  podman: DOCKER,
  'docker-compose': COMPOSE,
};
