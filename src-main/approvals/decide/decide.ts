import type { Judgement, Subject } from '#contract';
import type { CredentialSearches } from '../read-only/credentials-below.ts';
import { decideCall } from './decide-call.ts';
import { decideCommand } from './decide-command.ts';
import { decideFile } from './decide-file.ts';
import { FILTERING, judgementOf } from './draft-verdict.ts';
import type { CommandFacts, TierFindings } from './facts.ts';
import type { PolicyContext } from './policy-context.ts';
import { explainAsking } from './unasked.ts';

/** Findings about a command line; other subjects need nothing beyond themselves. */
export interface LineFindings {
  readonly facts: CommandFacts;
  readonly checks: TierFindings;
  /** Searches below folders that were made for the line, and what they found. */
  readonly searches?: CredentialSearches;
  /** The last decision about findings that are kept; others are decided about anew. */
  readonly last?: DecisionMemory;
}

/** Decides as `decide` does, and remembers the last answer. */
export interface DecisionMemory {
  decide(known: PolicyContext, looked: LineFindings): Judgement;
}

/** Decides about a subject. Pure: equal contexts and findings give equal answers. */
export function decide(known: PolicyContext, looked: LineFindings | undefined): Judgement {
  const judgement = judgeSubject(known, looked);
  if (judgement.verdict !== 'ask') return judgement;
  const inMode = (mode: PolicyContext['mode']) => judgeSubject({ ...known, mode }, looked);
  const unasked = explainAsking({ judgement, known, facts: looked?.facts, inMode });
  return unasked ? { ...judgement, unasked } : judgement;
}

function judgeSubject(known: PolicyContext, looked: LineFindings | undefined): Judgement {
  const { subject } = known;
  switch (subject.kind) {
    case 'command':
      if (looked === undefined) throw new Error('A command is decided by its analysis');
      return decideCommand(known, looked.facts, looked.checks);
    case 'read':
    case 'change':
    case 'delete':
      return decideFile(subject, known);
    case 'call':
      return decideCall(subject, known);
    case 'filter':
      // Filter programs are proven, or run in the sandbox; what they are given is kept already.
      return judgementOf([
        { text: subject.filter, verdict: 'allow', tier: 'preset', rule: FILTERING, why: 'Nothing is run again' },
      ]);
    case 'rounds':
    case 'spending':
    case 'form':
    case 'confirm':
      return judgementOf([{ text: subject.kind, verdict: 'ask', tier: 'always-ask', why: WHY[subject.kind] }]);
  }
}

const WHY: Readonly<Record<Extract<Subject['kind'], 'rounds' | 'spending' | 'form' | 'confirm'>, string>> = {
  rounds: 'Only you can let a turn go on',
  spending: 'Only you can let a session cost more',
  form: 'Only you can fill in a form',
  confirm: 'Only you can say yes to this',
};
