import { expect, test } from 'vitest';
import { askWithAttendance, isHeldToReading, policyWithAttendance } from '#app/commands/unattended';
import type { Attendance, Judgement, Question } from '#contract';
import { AppError } from '#core/app-error';
import type { PolicyAnswer, PolicyRequest } from '#tools';

const question = { id: 'q', session: 's' } as Question;
const judged = (verdict: Judgement['verdict'], why: string): PolicyAnswer => ({
  judgement: { verdict, tier: 'default', why, parts: [], sandbox: 'none', canBeAllowed: true },
});
const asking = judged('ask', 'No rule says otherwise');
const request: PolicyRequest = {
  plan: { subject: { kind: 'read', path: '/w/a', shownPath: 'a' }, isOutside: false, warnings: [] },
  tool: 'read_file',
  session: 's',
  workspace: '/w',
};
const is = (attendance: Attendance) => async () => attendance;
const refuse = { kind: 'unattended', questions: 'refuse' } as const;
const signal = new AbortController().signal;

test.for<[Attendance, string | undefined]>([
  [{ kind: 'attended' }, undefined],
  [{ kind: 'channel', approvers: [] }, undefined],
  [{ kind: 'unattended', questions: 'wait' }, undefined],
  [refuse, 'unattended: refuse'],
  [{ kind: 'unattended', questions: 'read-only' }, 'unattended: read-only'],
])('%o', async ([attendance, rule]) => {
  const asked: Question[] = [];
  const ask = askWithAttendance(async (one) => {
    asked.push(one);
    return { verdict: 'allow' };
  }, is(attendance));
  const policy = policyWithAttendance(async () => asking, is(attendance));

  const answer = await ask(question, signal);
  const { judgement } = await policy(request);

  expect(asked).toHaveLength(rule === undefined ? 1 : 0);
  expect(answer).toMatchObject(
    rule === undefined ? { verdict: 'allow' } : { verdict: 'refuse', decider: { by: 'rule', rule } },
  );
  expect(judgement).toMatchObject(
    rule === undefined ? { verdict: 'ask' } : { verdict: 'deny', rule, why: expect.stringContaining('Nobody answers') },
  );
  expect(await isHeldToReading(is(attendance), 's')).toBe(rule === 'unattended: read-only');
});

test('what the rules decide without asking stands', async () => {
  for (const verdict of ['allow', 'deny'] as const) {
    const answer = judged(verdict, 'A rule');
    const policy = policyWithAttendance(async () => answer, is(refuse));
    await expect(policy(request)).resolves.toBe(answer);
  }
});

test('a question of no session is for whoever sits at the app; what cannot be read decides nothing', async () => {
  const fails = (code: 'NOT_FOUND' | 'UNAVAILABLE') => async () => {
    throw new AppError(code, 'no');
  };
  const allow = async () => ({ verdict: 'allow' }) as const;
  await expect(askWithAttendance(allow, fails('NOT_FOUND'))(question, signal)).resolves.toEqual({ verdict: 'allow' });
  await expect(askWithAttendance(allow, fails('UNAVAILABLE'))(question, signal)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
});
