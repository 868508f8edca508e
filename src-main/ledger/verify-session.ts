import { type AnyLedgerEvent, ledgerEvents } from '#contract';
import { recordCutText } from '#contract/record-cut-text';
import { hashOfLine, knownEvent } from './event-line.ts';
import type { SessionLedger, SessionLine } from './ports.ts';

/** Most problems listed; more would say nothing new. */
const MAX_PROBLEMS = 100;

export interface Verification {
  events: number;
  problems: string[];
}

/** Reads every line again and checks that each follows from the one before, and the record against its anchor. */
export async function verifySession(session: SessionLedger): Promise<Verification> {
  const problems: string[] = [];
  let lines = 0;
  let events = 0;
  let more = 0;
  let previous: string | undefined = '';
  for await (const line of session.lines()) {
    lines++;
    if (line.event) events++;
    const problem = lineProblem(line, session.session, previous);
    if (problem !== undefined && problems.length < MAX_PROBLEMS) problems.push(`Line ${line.number} ${problem}`);
    else if (problem !== undefined) more++;
    previous = line.bytes && hashOfLine(line.bytes);
  }
  if (more > 0) problems.push(`${more} more problems`);
  return { events, problems: [...(await lossOf(session, lines)), ...problems] };
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
