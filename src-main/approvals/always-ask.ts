/** What a person is asked about whatever rule or mode (decision 12), apart from paths outside the workspace. */
import { posix } from 'node:path';
import type { Effect, Part } from '#commands';
import { mayHoldCredentials, whyItRunsCode } from '#core/sensitive-paths';
import type { AskedName } from './built-in.ts';
import type { CommandFacts, Finding } from './decide/facts.ts';
import { pathsOf } from './decide/targets.ts';

const RAISING = new Set(
  'sudo su doas pkexec runuser gosu su-exec sudoedit visudo run0 kdesu gksu gksudo machinectl nsenter chroot unshare setpriv capsh newgrp sg'.split(
    ' ',
  ),
);

/** Why it is asked about. */
interface Asking {
  readonly rule: AskedName;
  readonly why: string;
}

/** What each part must be asked about. */
export function alwaysAsk(facts: CommandFacts, workspace: string): Finding[] {
  const ofParts = facts.analysis.parts.flatMap((part, index) => {
    const found = raised(part) ?? sentData(part);
    return found === undefined ? [] : [{ ...found, part: index }];
  });
  const ofEffects = facts.analysis.effects.flatMap((effect) => {
    const found = touched(effect, facts, workspace);
    return found === undefined ? [] : [{ ...found, part: effect.part }];
  });
  return [...ofParts, ...ofEffects];
}

function raised({ program, wrappers }: Part): Asking | undefined {
  const by = [...wrappers, program?.replace(/^.*\//, '') ?? ''].find((name) => RAISING.has(name));
  return by === undefined ? undefined : { rule: 'other rights', why: `${by} runs it with other rights than yours` };
}

const CURL_DATA = /^(-[a-zA-Z#0-9]*[dFT].*|--(data|form|json|upload-file|url-query|mail-from).*)$/;
const CURL_VERB = /^-X?(POST|PUT|PATCH|DELETE)$|^--request=(POST|PUT|PATCH|DELETE)$/i;
const WGET_DATA = /^--(post|body)-(data|file)|^--method/;
/** What they are for is to take something elsewhere. */
const SENDERS = new Set(
  'scp sftp rsync rcp ftp lftp tftp nc ncat netcat socat telnet mail mailx mutt sendmail swaks ssh-copy-id s3cmd rclone ipfs croc'.split(
    ' ',
  ),
);
const SENDING_VERBS: Readonly<Record<string, RegExp>> = {
  git: /^push$/,
  npm: /^(publish|unpublish|deprecate|dist-tag|login|adduser|token|owner)$/,
  yarn: /^(publish|login)$/,
  pnpm: /^(publish|login)$/,
  cargo: /^(publish|login|yank|owner)$/,
  docker: /^(push|login)$/,
  podman: /^(push|login)$/,
  gem: /^push$/,
  twine: /^upload$/,
  aws: /^(s3|s3api)$/,
  gsutil: /^(cp|mv|rsync)$/,
  gh: /^(api|release|gist|issue|pr|secret|repo)$/,
};

function sentData({ program, words }: Part): Asking | undefined {
  const name = program?.replace(/^.*\//, '') ?? '';
  const given = words.slice(1).map(({ literal, text }) => literal ?? text);
  const isSending =
    (name === 'curl' &&
      given.some(
        (word, at) =>
          CURL_DATA.test(word) ||
          CURL_VERB.test(word) ||
          (/^(-X|--request)$/.test(word) && !/^(GET|HEAD)$/i.test(given[at + 1] ?? '')),
      )) ||
    (name === 'wget' && given.some((word) => WGET_DATA.test(word))) ||
    (SENDERS.has(name) && !(name === 'rsync' && !given.some((word) => /^[^/]+:|^rsync:/.test(word)))) ||
    given.some((word) => SENDING_VERBS[name]?.test(word)) ||
    words.some(({ text }) => /\/dev\/(tcp|udp)\//.test(text));
  return isSending ? { rule: 'sending data', why: `${name} sends data to another machine` } : undefined;
}

function touched(effect: Effect, facts: CommandFacts, workspace: string): Asking | undefined {
  if (effect.kind === 'send') return undefined;
  const paths = (pathsOf(effect, facts) ?? []).map((path) => posix.normalize(path));
  if (effect.kind === 'read' || effect.kind === 'run') {
    const hit = paths.find((path) => mayHoldCredentials(path));
    return hit === undefined
      ? undefined
      : { rule: 'credentials', why: `${shown(hit, workspace)} may hold credentials` };
  }
  for (const path of paths) {
    const why =
      whyItRunsCode(path, workspace) ?? (effect.isRecursive ? whyItRunsCode(`${path}/*`, workspace) : undefined);
    if (why !== undefined)
      return { rule: 'files that run code', why: `Changing ${shown(path, workspace)} can run code: ${why}` };
  }
  return undefined;
}

const shown = (path: string, workspace: string) =>
  path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
