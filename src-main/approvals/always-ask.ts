/**
 * Acts that a person is asked about whatever rule or mode, apart from paths outside the workspace
 * (docs/decisions/012-rules.md).
 */

import { mayHoldCredentials, whyItRunsCode } from '#core/secrets/sensitive-paths';
import type { Effect, SimpleCommand } from '#shell-analysis';
import type { AskRuleName } from './built-in.ts';
import type { CommandFacts, TierFinding } from './decide/facts.ts';
import { effectPaths } from './decide/targets.ts';
import { gitWords } from './git-words.ts';
import { lostByGit } from './lost-by-git.ts';

const RAISING = new Set(
  'sudo su doas pkexec runuser gosu su-exec sudoedit visudo run0 kdesu gksu gksudo machinectl nsenter chroot unshare setpriv capsh newgrp sg'.split(
    ' ',
  ),
);

/** Rule that asks, with its reason. */
interface AskReason {
  readonly rule: AskRuleName;
  readonly why: string;
}

/** Finds what each part must ask about. */
export function alwaysAsk(facts: CommandFacts, workspace: string): TierFinding[] {
  const { parts, effects } = facts.analysis;
  const found: TierFinding[] = [];
  for (const [index, part] of parts.entries()) {
    const asking = findRaisedRights(part) ?? sentData(part);
    if (asking !== undefined) found.push({ ...asking, part: index });
    const lost = lostByGit(part);
    if (lost !== undefined) found.push({ rule: 'what git keeps' satisfies AskRuleName, why: lost, part: index });
  }
  const look = {
    facts,
    workspace,
    holdsCredentials: memoizeByPath(mayHoldCredentials),
    whyItRunsCode: memoizeByPath((path) => whyItRunsCode(path, workspace)),
  };
  for (const effect of effects) {
    const asking = askedByEffect(effect, look);
    if (asking !== undefined) found.push({ ...asking, part: effect.part });
  }
  return found;
}

interface AskContext {
  readonly facts: CommandFacts;
  readonly workspace: string;
  readonly holdsCredentials: (path: string) => boolean;
  readonly whyItRunsCode: (path: string) => string | undefined;
}

/** Remembers answers by path: a line names the same few paths again and again. */
function memoizeByPath<T>(look: (path: string) => T): (path: string) => T {
  const known = new Map<string, { readonly answer: T }>();
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before.answer;
    const answer = look(path);
    known.set(path, { answer });
    return answer;
  };
}

function findRaisedRights({ program, wrappers }: SimpleCommand): AskReason | undefined {
  const name = nameOf(program);
  const own = RAISING.has(name) ? name : undefined;
  const by = wrappers.length === 0 ? own : (wrappers.find((one) => RAISING.has(one)) ?? own);
  return by === undefined ? undefined : { rule: 'other rights', why: `${by} runs it with other rights than yours` };
}

const CURL_DATA = /^(-[a-zA-Z#0-9]*[dFT].*|--(data|form|json|upload-file|url-query|mail-from).*)$/;
const CURL_VERB = /^(?:-[a-zA-Z#0-9]*X|--request=)(POST|PUT|PATCH|DELETE)$/i;
const CURL_VERB_NEXT = /^(-[a-zA-Z#0-9]*X|--request)$/;
/** An option may be cut short as far as it stays clear. */
const WGET_DATA = /^--(post|body)|^--me/;
/** Programs whose purpose is to send something elsewhere. */
const SENDERS = new Set(
  'scp sftp rsync rcp ftp lftp tftp nc ncat netcat socat telnet mail mailx mutt sendmail swaks ssh-copy-id s3cmd rclone ipfs croc'.split(
    ' ',
  ),
);
const SENDING_VERBS: Readonly<Record<string, RegExp>> = {
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

function sentData(part: SimpleCommand): AskReason | undefined {
  const { program, words } = part;
  const name = nameOf(program);
  const isPush = gitWords(part)?.verb === 'push';
  const isSending =
    isPush ||
    isSender(name, words) ||
    words.some(({ text }) => text.includes('/dev/') && /\/dev\/(tcp|udp)\//.test(text));
  return isSending ? { rule: 'sending data', why: `${name} sends data to another machine` } : undefined;
}

function isSender(name: string, words: SimpleCommand['words']): boolean {
  const isOfOne = name === 'curl' || name === 'wget' || SENDERS.has(name);
  const verbs = Object.hasOwn(SENDING_VERBS, name) ? SENDING_VERBS[name] : undefined;
  if (!isOfOne && verbs === undefined) return false;
  const given = words.slice(1).map(({ literal, text }) => literal ?? text);
  return (
    (name === 'curl' &&
      given.some(
        (word, at) =>
          CURL_DATA.test(word) ||
          CURL_VERB.test(word) ||
          (CURL_VERB_NEXT.test(word) && !/^(GET|HEAD)$/i.test(given[at + 1] ?? '')),
      )) ||
    (name === 'wget' && given.some((word) => WGET_DATA.test(word))) ||
    (SENDERS.has(name) && !(name === 'rsync' && !given.some((word) => /^[^/]+:|^rsync:/.test(word)))) ||
    given.some((word) => verbs?.test(word))
  );
}

const nameOf = (program = '') => (program.includes('/') ? program.replace(/^.*\//, '') : program);

function askedByEffect(effect: Effect, look: AskContext): AskReason | undefined {
  const { facts, workspace } = look;
  if (effect.kind === 'send') return undefined;
  const paths = effectPaths(effect, facts) ?? [];
  const isChanged = effect.kind !== 'read' && effect.kind !== 'run';
  const ofCode = isChanged ? changesCode(effect, paths, look) : undefined;
  const hit = ofCode === undefined ? paths.find((path) => holdsSecret(effect, path, look)) : undefined;
  if (hit === undefined) return ofCode;
  const named = shown(hit, workspace);
  return {
    rule: 'credentials',
    why: isChanged ? `It changes ${named}, which may hold credentials` : `${named} may hold credentials`,
  };
}

/** Programs that give files other folders. */
const RENAMING = new Set(['cp', 'mv', 'rsync']);
/** Files that are known to hold credentials by their folder alone, in which they would not be any more. */
const KNOWN_BY_FOLDER = ['config', 'config.json', 'gh/hosts.yml', 'credentials.tfrc.json', 'doctl/config.yaml'];

function holdsSecret({ kind, isRecursive, part }: Effect, path: string, look: AskContext): boolean {
  if (look.holdsCredentials(path)) return true;
  if (kind !== 'read' || !isRecursive || !RENAMING.has(nameOf(look.facts.analysis.parts[part]?.program))) return false;
  return KNOWN_BY_FOLDER.some((name) => look.holdsCredentials(`${path}/${name}`));
}

function changesCode(effect: Effect, paths: readonly string[], look: AskContext): AskReason | undefined {
  for (const path of paths) {
    const why = look.whyItRunsCode(path) ?? (effect.isRecursive ? look.whyItRunsCode(`${path}/*`) : undefined);
    if (why !== undefined)
      return { rule: 'files that run code', why: `Changing ${shown(path, look.workspace)} can run code: ${why}` };
  }
  return undefined;
}

const shown = (path: string, workspace: string) =>
  path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
