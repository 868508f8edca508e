import { ledgerEvents } from '#contract';
import { hashOfLine, knownEvent } from './event-line.ts';
import type { SessionLedger, SessionLine } from './ports.ts';

/** More would say nothing new. */
const MAX_PROBLEMS = 100;

export interface Verification {
  events: number;
  problems: string[];
}

/** Reads every line again and checks that each follows from the one before. */
export async function verifySession(session: SessionLedger): Promise<Verification> {
  const problems: string[] = [];
  let events = 0;
  let more = 0;
  let previous: string | undefined = '';
  for await (const line of session.lines()) {
    if (line.event) events++;
    const problem = problemOf(line, session.session, previous);
    if (problem !== undefined && problems.length < MAX_PROBLEMS) problems.push(`Line ${line.number} ${problem}`);
    else if (problem !== undefined) more++;
    previous = line.bytes && hashOfLine(line.bytes);
  }
  if (more > 0) problems.push(`${more} more problems`);
  return { events, problems };
}

function problemOf({ event, problem }: SessionLine, session: string, previous: string | undefined): string | undefined {
  if (!event) return problem;
  if (event.session !== session) return `belongs to session ${event.session}`;
  if (previous !== undefined && event.previous !== previous) {
    return 'does not follow from the line before it: a line was changed, removed or put in';
  }
  if (Object.hasOwn(ledgerEvents, event.type) && !knownEvent(event)) return `is no proper ${event.type}`;
  return undefined;
}
