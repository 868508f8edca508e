import type { AnyLedgerEvent, LedgerEvent, LedgerEventData } from '#contract';
import { textStart } from '#contract/text-ends';
import { knownEvent } from '#ledger';

const MAX_LINE = 300;
const MAX_REFUSALS = 1000;

type CountedChange = Required<Pick<LedgerEventData<'file.changed'>, 'path' | 'addedLines' | 'removedLines'>>;

/** Facts about one run, folded from the events of its session; those of other turns are ignored. */
export class TaskRunFacts {
  readonly #run: string;
  /** Changes that stand, by their event. */
  readonly #changes = new Map<string, CountedChange>();
  /** Subjects of the questions, by call. */
  readonly #asked = new Map<string, string>();
  turn: string | undefined;
  /** The message that waits, or waited, for its turn. */
  message: string | undefined;
  text = '';
  answer = '';
  error: string | undefined;
  outcome: LedgerEventData<'turn.ended'>['outcome'] | undefined;
  addedLines = 0;
  removedLines = 0;
  tokens: number | undefined;
  cost: number | undefined;
  /** Reply whose cost is unknown. */
  unknownCost: string | undefined;
  /** Model of a reply whose server did not say what it used. */
  unmetered: string | undefined;
  readonly refusals: { title: string; why: string }[] = [];

  constructor(run: string) {
    this.#run = run;
  }

  /** Files and links that it changed; a folder is none. */
  get files(): number {
    return new Set([...this.#changes.values()].map(({ path }) => path)).size;
  }

  /** The answer's first line, or why there is none. */
  get line(): string {
    const [line = ''] = (this.answer.trim() || (this.error ?? '')).split('\n');
    const plain = line.replace(/^#+\s+/, '').trim();
    return shortLine(plain);
  }

  /** @returns whether it was of this run */
  take(any: AnyLedgerEvent): boolean {
    const event = isOfRuns(any.type) ? knownEvent(any) : undefined;
    if (!event) return false;
    if (event.type === 'message.queued' && this.#isMine(event.data.from)) this.message = event.id;
    if (event.type === 'message.user' && this.#isMine(event.data.from)) {
      this.turn = event.turn;
      this.text = event.data.text;
      return true;
    }
    if (this.turn === undefined || event.turn !== this.turn) return false;
    this.#takeOwn(event);
    return true;
  }

  #isMine(from: LedgerEventData<'message.user'>['from']): boolean {
    return from?.kind === 'schedule' && from.run === this.#run;
  }

  #takeOwn(event: LedgerEvent): void {
    switch (event.type) {
      case 'llm.replied':
        this.#reply(event.data);
        return;
      case 'file.changed':
        this.#change(event.id, event.data);
        return;
      case 'change.undone':
        this.#takeBack(event.data.change);
        return;
      case 'approval.asked':
        this.#asked.set(event.data.callId, questionTitle(event.data));
        return;
      case 'tool.called':
        if (!this.#asked.has(event.data.callId)) this.#asked.set(event.data.callId, event.data.tool);
        return;
      case 'approval.decided':
        if (event.data.verdict === 'refuse' && this.refusals.length < MAX_REFUSALS) this.#refuse(event.data);
        return;
      case 'turn.ended':
        this.outcome = event.data.outcome;
        return;
      default:
    }
  }

  #reply(reply: LedgerEventData<'llm.replied'>): void {
    const { purpose, text, calls, error, refusal } = reply;
    if (purpose === undefined && text.trim() !== '') this.answer = text;
    if (purpose === undefined && refusal) this.error = refusal;
    if (error) this.error = error.message;
    for (const { callId, tool } of calls) this.#asked.set(callId, tool);
    this.#addUse(reply);
  }

  #addUse({ usage, cost, error, model }: LedgerEventData<'llm.replied'>): void {
    if (usage) this.tokens = (this.tokens ?? 0) + usage.total;
    if (cost !== undefined) this.cost = (this.cost ?? 0) + cost;
    else if (usage && usage.total > 0) this.unknownCost = model;
    // One that broke off or was stopped came to no usage.
    if (usage === undefined && error === undefined) this.unmetered = model;
  }

  #change(id: string, { path, origin, before, after, ...lines }: LedgerEventData<'file.changed'>): void {
    if (origin === 'undo' || origin === 'redo' || (after ?? before)?.kind === 'directory') return;
    const { addedLines = 0, removedLines = 0 } = lines;
    this.#changes.set(id, { path, addedLines, removedLines });
    this.addedLines += addedLines;
    this.removedLines += removedLines;
  }

  /** A change is on the record before it is made: one that could not be made is taken back in the same turn. */
  #takeBack(id: string): void {
    const { addedLines = 0, removedLines = 0 } = this.#changes.get(id) ?? {};
    this.#changes.delete(id);
    this.addedLines -= addedLines;
    this.removedLines -= removedLines;
  }

  #refuse({ callId, command, reason, rule, by }: LedgerEventData<'approval.decided'>): void {
    const title = command?.command ?? this.#asked.get(callId) ?? callId;
    const decided = by === 'person' ? 'You refused it' : `Decided by the rule ${rule ?? 'in force'}`;
    this.refusals.push({ title, why: reason ?? decided });
  }
}

const OF_RUNS: ReadonlySet<string> = new Set([
  'message.user',
  'message.queued',
  'llm.replied',
  'file.changed',
  'approval.asked',
  'approval.decided',
  'tool.called',
  'turn.ended',
  'change.undone',
]);
const isOfRuns = (type: string) => OF_RUNS.has(type);

/** Describes the subject of a question as one line. */
function questionTitle({ tool, subject }: LedgerEventData<'approval.asked'>): string {
  const told = [subject.command, subject.path, subject.title].find((one) => typeof one === 'string');
  return typeof told === 'string' ? `${tool}: ${told}` : tool;
}

/** The beginning of a line that is too long for a list, never half of a character. */
export const shortLine = (line: string): string => (line.length > MAX_LINE ? `${textStart(line, MAX_LINE)}…` : line);
