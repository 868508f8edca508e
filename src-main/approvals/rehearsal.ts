import { setImmediate } from 'node:timers/promises';
import type { AnyLedgerEvent, LedgerEvent, Rehearsal, Rule, RuleSubject, Subject } from '#contract';
import { Subject as SubjectShape } from '#contract';
import { eventsIfReadable, knownEvent, type Ledger } from '#ledger';
import type { DiskFacts } from './decide/facts.ts';
import { decideAgain, diskFactsOf } from './decide-again.ts';
import { allowing } from './proposals.ts';
import type { Rulebook } from './rules/rulebook.ts';

/** Past calls that are looked at, the newest. */
const MAX_CALLS = 2000;
/** Events that are read to find them. */
const MAX_EVENTS = 200_000;
const EXAMPLES = 5;
/** Longest time for which the thread is held up at once, in milliseconds. */
const SLICE_MS = 8;

/** A call of the past that a person was asked about, or that a rule decided. */
export interface PastCall {
  readonly subject: Subject;
  readonly tool: string;
  readonly workspace: string;
  readonly isOutside: boolean;
  readonly text: string;
  readonly at: number;
  readonly decided: 'allow' | 'refuse' | 'withdrawn';
  readonly by: 'person' | 'rule';
  /** Facts from the disk at that time. */
  readonly diskFacts: DiskFacts | undefined;
}

/** The calls of all sessions, newest first. */
export async function pastCalls(ledger: Pick<Ledger, 'sessions' | 'session'>): Promise<PastCall[]> {
  const calls: PastCall[] = [];
  let left = MAX_EVENTS;
  // Ids begin with the time.
  for (const id of [...(await ledger.sessions())].sort().reverse()) {
    if (calls.length >= MAX_CALLS || left <= 0) break;
    const found = new CallsBackward();
    // A record that cannot be read tells nothing of past calls; how many were looked at is said.
    for await (const event of eventsIfReadable(ledger, id, { backward: true })) {
      found.add(event);
      left -= 1;
      if (calls.length + found.calls.length >= MAX_CALLS || left <= 0) break;
    }
    calls.push(...found.calls);
  }
  return calls.sort((one, other) => other.at - one.at);
}

type DecidedEvent = Extract<LedgerEvent, { type: 'approval.decided' }>;

/** Decisions come before the questions they answer, when reading backwards. */
class CallsBackward {
  readonly calls: PastCall[] = [];
  readonly #waiting = new Map<string, DecidedEvent>();

  add(event: AnyLedgerEvent): void {
    if (event.type !== 'approval.decided' && event.type !== 'approval.asked') return;
    const known = knownEvent(event);
    if (known?.type === 'approval.decided') this.#onDecided(known);
    if (known?.type === 'approval.asked') {
      const decided = this.#waiting.get(known.data.question);
      if (decided) this.#add(decided, known.data.subject, known.data.tool);
    }
  }

  #onDecided(event: DecidedEvent): void {
    const { judged, question } = event.data;
    if (judged) this.#add(event, judged.subject, judged.tool ?? '');
    else if (question !== undefined) this.#waiting.set(question, event);
  }

  #add({ at, data }: DecidedEvent, written: unknown, tool: string): void {
    const subject = SubjectShape.safeParse(written);
    if (!subject.success) return;
    const { judged, by, verdict: decided } = data;
    const workspace = judged?.workspace ?? '';
    const isOutside = judged?.isOutside ?? false;
    const text = subjectText(subject.data, tool);
    const diskFacts = judged && diskFactsOf(judged);
    this.calls.push({ subject: subject.data, tool, workspace, isOutside, text, at, decided, by, diskFacts });
  }
}

function subjectText(subject: Subject, tool: string): string {
  switch (subject.kind) {
    case 'command':
      return subject.command;
    case 'read':
    case 'change':
    case 'delete':
      return subject.shownPath;
    case 'call':
      return `${tool} of ${subject.provider}`;
    default:
      return subject.kind;
  }
}

/** Context of a rule's rehearsal: the built-in bans need to know our own paths. */
export interface RehearsalContext extends Pick<Rulebook, 'home' | 'own'> {
  readonly workspace: string;
}

/** Tries what rules that allow would have done to past calls together, in slices of the thread's time. */
export async function rehearse(
  subjects: readonly RuleSubject[],
  calls: readonly PastCall[],
  stage: RehearsalContext,
): Promise<Rehearsal> {
  const rules = allowing(subjects);
  const examples: Rehearsal['examples'] = [];
  const counts = { looked: 0, wouldAllow: 0, refused: 0 };
  let since = performance.now();
  for (const call of calls) {
    if (performance.now() - since > SLICE_MS) {
      await setImmediate();
      since = performance.now();
    }
    if (!subjects.some((subject) => isOfKind(subject, call.subject))) continue;
    counts.looked += 1;
    if (!(await wouldAllow(rules, call, stage))) continue;
    const { text, at, decided, by } = call;
    counts.wouldAllow += 1;
    if (decided === 'refuse' && by === 'person') counts.refused += 1;
    if (examples.length < EXAMPLES) examples.push({ text: text.slice(0, 1000), at, decided });
  }
  return { ...counts, examples };
}

/** The rules have a part in it: what is allowed anyway is none of their doing. */
async function wouldAllow(
  rules: readonly Rule[],
  call: PastCall,
  { workspace, home, own }: RehearsalContext,
): Promise<boolean> {
  const { subject, tool, isOutside, diskFacts } = call;
  const judgement = await decideAgain(
    {
      subject,
      tool,
      isOutside,
      alwaysAsk: undefined,
      warned: undefined,
      mode: 'ask',
      workspace: call.workspace === '' ? workspace : call.workspace,
      rulebook: { user: rules, workspace: [], home, own },
      hasSandbox: true,
      hasBox: true,
    },
    diskFacts,
  );
  return judgement.verdict === 'allow' && judgement.parts.some((part) => rules.some(({ id }) => id === part.rule));
}

function isOfKind({ kind }: RuleSubject, subject: Subject): boolean {
  if (kind === 'command') return subject.kind === 'command';
  if (kind === 'tool') return subject.kind === 'call';
  return subject.kind === 'read' || subject.kind === 'change' || subject.kind === 'delete';
}
