import type { Api, Question, Rehearsal, RuleProposal } from '#contract';
import type { Prompter } from '../editing/prompter.ts';
import type { QuestionReader } from '../editing/reading.ts';
import { errorText } from '../error-text.ts';
import { bold, cyan, muted, red, yellow } from '../screen/style.ts';
import { safeText } from '../screen/text-width.ts';

export interface AllowLikeOptions {
  readonly api: Pick<Api, 'rules'>;
  readonly prompter: Prompter;
  readonly reader: QuestionReader;
  readonly signal: AbortSignal;
}

/** Whether rules can be offered for it. */
export const canBeAllowed = ({ judgement }: Question): boolean => judgement?.canBeAllowed === true;

/**
 * Outcome: rules are kept and the command is to be allowed, the person went back to the question, or the question is
 * gone.
 */
export type AllowOutcome = 'allow' | 'back' | 'withdrawn';

/** Lets the person choose rules that would have prevented the question, and stores them where the person wants. */
export async function allowLikeThis(question: Question, options: AllowLikeOptions): Promise<AllowOutcome> {
  const { api, prompter } = options;
  try {
    const proposals = await api.rules.propose({ question: question.id }, { signal: options.signal });
    if (proposals.length === 0) {
      prompter.print(yellow('No rule could cover this: it is always asked about. It can be allowed once.'));
      return 'back';
    }
    prompter.print(proposals.map(proposalText).join('\n'));
    prompter.print(muted('What you choose runs unasked from now on. Ctrl+C goes back to the question.'));
    const proposal = await chooseProposal(proposals, options);
    if (typeof proposal === 'string') return proposal;
    const where = await place(options);
    if (where === 'back' || where === 'withdrawn') return where;
    await save(proposal, where, question, api);
    prompter.print(`Kept ${PLACES[where]}: ${cyan(proposalRules(proposal))}`);
    return 'allow';
  } catch (error) {
    if (options.signal.aborted) return 'withdrawn';
    prompter.print(`${red('Nothing was kept, and nothing was allowed.')}\n${errorText(error)}`);
    return 'back';
  }
}

type RuleScope = 'session' | 'workspace' | 'user';

const PLACES = { session: 'for this session', workspace: 'for this folder', user: 'everywhere' } as const;

const proposalRules = ({ rules }: RuleProposal) => rules.map(({ words }) => safeText(words)).join('  and  ');

function proposalText(proposal: RuleProposal, index: number): string {
  const parts = proposal.rules.flatMap(({ words, part }) =>
    part === undefined || part === words ? [] : [muted(`     ${safeText(words)}: for ${safeText(part)}`)],
  );
  return [
    `${bold(String(index + 1).padStart(3))}  ${cyan(proposalRules(proposal))}`,
    ...parts,
    muted(`     ${pastText(proposal.rehearsal)}`),
  ].join('\n');
}

/** Describes what the rules would have done to past calls. */
function pastText({ looked, wouldAllow, refused }: Rehearsal): string {
  if (looked === 0) return 'No earlier command to test this rule on.';
  const of = `${looked} past call${looked === 1 ? '' : 's'}`;
  if (wouldAllow === 0) return `It would have allowed none of ${of}.`;
  const against = refused === 0 ? 'none of which you refused' : `${refused} of which you refused`;
  return `It would have allowed ${wouldAllow} of ${of}, ${against}.`;
}

function chooseProposal(
  proposals: readonly RuleProposal[],
  options: AllowLikeOptions,
): Promise<RuleProposal | 'back' | 'withdrawn'> {
  const range = proposals.length === 1 ? '' : ` to ${proposals.length}, the narrowest first`;
  return askUntilValid(`Which, 1${range} (Enter: 1): `, options, (text) =>
    text === '' ? proposals[0] : /^\d+$/.test(text) ? proposals[Number(text) - 1] : undefined,
  );
}

const LETTERS: ReadonlyMap<string, RuleScope> = new Map([
  ['s', 'session'],
  ['f', 'workspace'],
  ['e', 'user'],
  ['', 'workspace'],
]);

function place(options: AllowLikeOptions): Promise<RuleScope | 'back' | 'withdrawn'> {
  const text = 'Where, s this session only, f this folder, e everywhere (Enter: f): ';
  return askUntilValid(text, options, (typed) => LETTERS.get(typed.toLowerCase()));
}

async function askUntilValid<T>(
  text: string,
  { reader, prompter, signal }: AllowLikeOptions,
  meant: (text: string) => T | undefined,
): Promise<T | 'back' | 'withdrawn'> {
  for (;;) {
    const read = await reader.read({ prompt: { text, style: '\x1b[33m' }, signal });
    if (read.kind === 'withdrawn') return 'withdrawn';
    if (read.kind === 'interrupt' || read.kind === 'end') return 'back';
    const value = read.kind === 'line' ? meant(read.text.trim()) : undefined;
    if (value !== undefined) return value;
    prompter.print(red('That is none of these.'));
  }
}

async function save(
  { rules: proposed }: RuleProposal,
  scope: RuleScope,
  { workspace, session }: Question,
  { rules: api }: Pick<Api, 'rules'>,
): Promise<void> {
  const rules = proposed.map(({ subject }) => ({ verdict: 'allow', subject }) as const);
  if (scope === 'session') await api.saveForSession({ session, workspace, rules });
  else await api.saveAll({ scope, workspace, rules });
}
