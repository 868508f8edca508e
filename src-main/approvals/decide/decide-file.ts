import { dirname, resolve } from 'node:path';
import type { Judgement, Rule, Subject } from '#contract';
import { PERMISSION_NAMES } from '#contract/permission-names';
import { mayHoldCredentials, whyItRunsCode } from '#core/secrets/sensitive-paths';
import type { BanName } from '../built-in.ts';
import { mayMeanBelow, meansPath } from '../rules/match-path.ts';
import { type DraftVerdict, judgementOf, OWN_FILES, READING, verdictByRule } from './draft-verdict.ts';
import { holdsOwn, holdsProfiles, isOwnPlace } from './own-places.ts';
import type { PolicyContext } from './policy-context.ts';
import { isWithin } from './targets.ts';

type FileSubject = Extract<Subject, { kind: 'read' | 'change' | 'delete' }>;
type Access = 'read' | 'write' | 'delete';

interface FileAccess {
  readonly access: Access;
  readonly path: string;
  readonly text: string;
  readonly isRecursive: boolean;
  /** Absolute paths that go or change with it, as far as they are known. */
  readonly paths: readonly string[];
}

/** Decides about one file that a tool reads, changes or deletes; its path is absolute and resolved. */
export function decideFile(subject: FileSubject, known: PolicyContext): Judgement {
  const asked = fileAccessOf(subject);
  const draft =
    findFileBan(asked, known) ??
    fileDenial(asked, known) ??
    denyInReadOnly(asked, known) ??
    alwaysAsked(asked, known) ??
    filePermission(asked, known) ??
    fileByPreset(asked, known) ??
    fileByMode(asked, known) ??
    byDefault(asked, known);
  return judgementOf([draft]);
}

function fileAccessOf(subject: FileSubject): FileAccess {
  const { path, shownPath: text } = subject;
  if (subject.kind === 'delete') {
    // Its names begin with that of the folder itself.
    const below = subject.sample.map((name) => resolve(dirname(path), name));
    return { access: 'delete', path, text, isRecursive: subject.recursive, paths: [path, ...below] };
  }
  return { access: subject.kind === 'read' ? 'read' : 'write', path, text, isRecursive: false, paths: [path] };
}

function findFileBan({ access, path, text, isRecursive }: FileAccess, { rulebook: { own }, workspace }: PolicyContext) {
  const ban = (rule: BanName, why: string): DraftVerdict => ({ text, verdict: 'deny', tier: 'ban', rule, why });
  if (access === 'read') return undefined;
  if (isOwnPlace(path, own) || (access === 'delete' && holdsOwn(path, own))) {
    return ban(OWN_FILES, `${text} belongs to Sigma Shell itself, its record or its settings`);
  }
  if (access === 'write' || !isRecursive) return undefined;
  if (isWithin(path, workspace)) return ban('deleting the workspace', 'The workspace itself would be deleted');
  if (isWithin(workspace, path) && /[\\/]\.git$/.test(path))
    return ban('deleting .git', 'The history would be deleted');
  return undefined;
}

function fileDenial(asked: FileAccess, { rulebook, workspace }: PolicyContext): DraftVerdict | undefined {
  for (const scope of ['workspace', 'user'] as const) {
    for (const rule of rulebook[scope].filter(({ verdict }) => verdict === 'deny')) {
      const { subject } = rule;
      if (subject.kind !== 'file' || !isAbout(subject.access, asked.access)) continue;
      const isMeant = asked.paths.some((path) => meansPath(subject.path, path, workspace));
      if (isMeant || (asked.isRecursive && mayMeanBelow(subject.path, asked.path, workspace))) {
        return verdictByRule(asked.text, scope, rule);
      }
    }
  }
  return undefined;
}

/** Whether a denied access covers this one: deleting is also a change. */
const isAbout = (denied: Access, access: Access): boolean =>
  denied === access || (denied === 'write' && access === 'delete');

function denyInReadOnly({ access, text }: FileAccess, { mode }: PolicyContext): DraftVerdict | undefined {
  if (mode !== 'read-only' || access === 'read') return undefined;
  return {
    text,
    verdict: 'deny',
    tier: 'mode',
    rule: PERMISSION_NAMES['read-only'],
    why: 'In Read only nothing is written or deleted',
  };
}

function alwaysAsked(asked: FileAccess, known: PolicyContext): DraftVerdict | undefined {
  const why = known.alwaysAsk === undefined ? whyAlways(asked, known) : known.alwaysAsk;
  return why === undefined ? undefined : { text: asked.text, verdict: 'ask', tier: 'always-ask', why };
}

function whyAlways({ access, paths, text }: FileAccess, known: PolicyContext): string | undefined {
  const { isOutside, workspace, rulebook } = known;
  if (access === 'read') {
    if (paths.some(mayHoldCredentials)) return `${text} may hold credentials, which the model’s server would see`;
    return paths.some((path) => isOwnPlace(path, rulebook.own)) ? `${text} belongs to Sigma Shell itself` : undefined;
  }
  if (isOutside) return `${text} lies outside the workspace`;
  if (access === 'delete' && paths.some((path) => holdsProfiles(path, rulebook.own))) {
    return `.phishell.yaml in ${text}, which says who answers there, would be deleted`;
  }
  if (paths.some(mayHoldCredentials)) return `${text} may hold credentials`;
  for (const path of paths) {
    const why = whyItRunsCode(path, workspace);
    if (why !== undefined) return `Changing ${text} can run code: ${why}`;
  }
  return undefined;
}

function filePermission(
  { access, path, text }: FileAccess,
  { rulebook, workspace }: PolicyContext,
): DraftVerdict | undefined {
  const isMeant = ({ verdict, subject }: Rule) =>
    verdict === 'allow' &&
    subject.kind === 'file' &&
    subject.access === access &&
    meansPath(subject.path, path, workspace);
  for (const scope of ['workspace', 'user'] as const) {
    const rule = rulebook[scope].find(isMeant);
    if (rule) return verdictByRule(text, scope, rule);
  }
  return undefined;
}

function fileByPreset({ access, text }: FileAccess, { isOutside }: PolicyContext): DraftVerdict | undefined {
  if (access !== 'read' || isOutside) return undefined;
  return { text, verdict: 'allow', tier: 'preset', rule: READING, why: 'It lies in the workspace' };
}

/** Allows a file access by the mode, unless the plan has a warning that a person must see first. */
function fileByMode(
  { access, text }: FileAccess,
  { mode, isOutside, warned }: PolicyContext,
): DraftVerdict | undefined {
  if ((mode !== 'edits' && mode !== 'workspace') || access !== 'write' || isOutside) return undefined;
  if (warned === 'caution' || warned === 'danger') {
    const why = 'Edits are allowed, but there is something to see here first';
    return { text, verdict: 'ask', tier: 'mode', rule: PERMISSION_NAMES[mode], why, canBeAllowed: true };
  }
  return {
    text,
    verdict: 'allow',
    tier: 'mode',
    rule: PERMISSION_NAMES[mode],
    why: 'Edits in the workspace are allowed',
  };
}

function byDefault({ access, text }: FileAccess, { isOutside }: PolicyContext): DraftVerdict {
  const what = { read: 'reading', write: 'changing', delete: 'deleting' }[access];
  const why = isOutside ? `${text} lies outside the workspace` : `No rule allows ${what} ${text}`;
  return { text, verdict: 'ask', tier: 'default', why, canBeAllowed: true };
}
