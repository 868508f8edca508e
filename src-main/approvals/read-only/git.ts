/** git as people type it: verbs that only read, in the environment that `git/neutral-environment` makes for them. */
import { shorten } from '#shell-analysis';
import { whyNotVerb } from './git/verbs.ts';
import { absolute, type PathJudge } from './path-judge.ts';

/** Settings that are harmless on the command line, where they take precedence over ours. */
const HARMLESS =
  /^(core\.(fsmonitor=false|hooksPath=\/dev\/null|quotepath=(false|true|off|on)|pager=cat)|color\.(ui|status|diff|branch)=(never|false|always|auto)|log\.showSignature=false|diff\.(noprefix|mnemonicprefix)=(true|false))$/i;

export function whyNotGit(given: readonly string[], pathJudge: PathJudge): string | undefined {
  const before = readGitWords(given);
  if (typeof before === 'string') return before;
  const { settings, folder, rest } = before;
  // It shows a page of the manual with a program that the configuration may name.
  if (rest.includes('--help')) return 'git --help runs a program of its own';
  const odd = settings.find((setting) => !HARMLESS.test(setting));
  if (odd !== undefined) return `the setting ${shorten(odd)} is not known to be harmless`;
  if (folder === undefined) return whyNotVerb(rest, pathJudge);
  return (
    pathJudge.whyNotSee(folder) ?? whyNotVerb(rest, pathJudge.from(pathJudge.cwds.map((cwd) => absolute(folder, cwd))))
  );
}

interface GitCommandWords {
  readonly settings: readonly string[];
  readonly folder: string | undefined;
  readonly rest: readonly string[];
}

/** Reads the settings before the sub-command. */
function readGitWords(given: readonly string[]): GitCommandWords | string {
  const settings: string[] = [];
  const folders: string[] = [];
  let at = 0;
  for (; given[at]?.startsWith('-'); at += 1) {
    const word = given[at] ?? '';
    if (/^(-P|--no-pager|--no-optional-locks|--literal-pathspecs)$/.test(word)) continue;
    if (word !== '-c' && word !== '-C') return `git ${shorten(word)} is not known to read only`;
    at += 1;
    (word === '-c' ? settings : folders).push(given[at] ?? '');
  }
  return folders.length > 1 ? 'git goes to several folders' : { settings, folder: folders[0], rest: given.slice(at) };
}
