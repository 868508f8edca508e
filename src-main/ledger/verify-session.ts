import { type AnyLedgerEvent, ledgerEvents } from '#contract';
import { recordCutText } from '#contract/record-cut-text';
import { hashOfLine, knownEvent } from './event-line.ts';
import type { SessionLedger, SessionLine } from './ports.ts';
import { unreadableRecord } from './session-if-there.ts';

/** Most problems listed; more would say nothing new. */
const MAX_PROBLEMS = 100;

export interface Verification {
  events: number;
  problems: string[];
}

/** Reads every line again and checks that each follows from the one before, and the record against its anchor. */
export async function verifySession(session: SessionLedger): Promise<Verification> {
  const checked = new CheckedLines(session.session);
  try {
    for await (const line of session.lines()) checked.add(line);
    return { events: checked.events, problems: [...(await lossOf(session, checked.lines)), ...checked.problems()] };
  } catch (error) {
    return { events: checked.events, problems: [unreadableRecord(session.session, error), ...checked.problems()] };
  }
}

/** The lines of a record so far, and what is wrong with them. */
class CheckedLines {
  lines = 0;
  events = 0;
  readonly #session: string;
  readonly #problems: string[] = [];
  #more = 0;
  #previous: string | undefined = '';

  constructor(session: string) {
    this.#session = session;
  }

  add(line: SessionLine): void {
    this.lines++;
    if (line.event) this.events++;
    const problem = lineProblem(line, this.#session, this.#previous);
    if (problem !== undefined && this.#problems.length < MAX_PROBLEMS)
      this.#problems.push(`Line ${line.number} ${problem}`);
    else if (problem !== undefined) this.#more++;
    this.#previous = line.bytes && hashOfLine(line.bytes);
  }

  problems(): string[] {
    return this.#more > 0 ? [...this.#problems, `${this.#more} more problems`] : this.#problems;
  }
}

async function lossOf(session: SessionLedger, lines: number): Promise<string[]> {
  const { cut, problem } = await session.checkAnchor();
  if (cut) return [recordCutText(cut)];
  if (problem !== undefined) return [`Its anchor ${problem}: whether the record was cut is not known`];
  return lines === 0 ? ['The record is empty: whether it ever had events is not known'] : [];
}

function lineProblem(
  { event, problem }: SessionLine,
  session: string,
  previous: string | undefined,
): string | undefined {
  if (!event) return problem;
  if (event.session !== session) return `belongs to session ${event.session}`;
  if (previous !== undefined && event.previous !== previous) {
    return 'does not follow from the line before it: a line was changed, removed or put in';
  }
  return ownProblem(event);
}

function ownProblem(event: AnyLedgerEvent): string | undefined {
  const known = knownEvent(event);
  if (known?.type === 'record.cut') return `says what was lost before it. ${recordCutText(known.data)}`;
  return !known && Object.hasOwn(ledgerEvents, event.type) ? `is no proper ${event.type}` : undefined;
}
