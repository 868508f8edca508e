import type { Attendance } from '#contract';
import { isAppError } from '#core/app-error';
import type { Policy, QuestionAsker } from '#tools';

/** Looks up the attendance of a session. @throws AppError NOT_FOUND */
export type AttendanceLookup = (session: string) => Promise<Attendance>;

/** The rule that answers in place of a person; `undefined` if somebody answers, now or later. */
export async function unattendedRule(attendanceOf: AttendanceLookup, session: string): Promise<string | undefined> {
  const attendance = await attendanceOf(session).catch((error: unknown) => {
    // What asks for no session has whoever sits at the app.
    if (isAppError(error, 'NOT_FOUND')) return undefined;
    throw error;
  });
  if (attendance?.kind !== 'unattended' || attendance.questions === 'wait') return undefined;
  return `unattended: ${attendance.questions}`;
}

const NOBODY = 'Nobody answers questions in this session, so the answer is no';

/** Wraps a policy so that in a session without anybody it refuses what it would ask about. */
export function policyWithAttendance(policy: Policy, attendanceOf: AttendanceLookup): Policy {
  return async (asked) => {
    const answer = await policy(asked);
    const { judgement } = answer;
    if (judgement.verdict !== 'ask') return answer;
    const rule = await unattendedRule(attendanceOf, asked.session);
    if (rule === undefined) return answer;
    // Without what the rules made of it: this decision was not made of that.
    return {
      judgement: { ...judgement, verdict: 'deny', rule, why: `${NOBODY}. It was to be asked: ${judgement.why}` },
    };
  };
}

/** Wraps `ask` so that a session without anybody answers no at once, for questions beside the policy, such as more rounds or values. */
export function askWithAttendance(ask: QuestionAsker, attendanceOf: AttendanceLookup): QuestionAsker {
  return async (question, signal) => {
    const rule = await unattendedRule(attendanceOf, question.session);
    if (rule === undefined) return await ask(question, signal);
    return { verdict: 'refuse', reason: NOBODY, decider: { by: 'rule', rule } };
  };
}

/** Whether a session is held to the mode Read only, whatever mode it was given. */
export async function isHeldToReading(attendanceOf: AttendanceLookup, session: string): Promise<boolean> {
  return (await unattendedRule(attendanceOf, session)) === 'unattended: read-only';
}
