import { expect, test } from 'vitest';
import type { Question } from '#contract';
import { WorkspaceOffer } from '../../../src-main/approvals/workspace-offer.ts';

const question = (session: string, sandbox: 'workspace' | 'none' = 'workspace', tier = 'default'): Question =>
  ({ session, subject: { kind: 'command' }, judgement: { sandbox, tier } }) as unknown as Question;

test('the mode is offered at the third question of its kind that a session allows, and in no other session', () => {
  const offer = new WorkspaceOffer();
  for (const _ of [1, 2]) {
    expect(offer.with(question('a')).offersWorkspace).toBeUndefined();
    offer.answered(question('a'), { verdict: 'allow' });
  }
  expect(offer.with(question('a')).offersWorkspace).toBe(true);
  expect(offer.with(question('b')).offersWorkspace).toBeUndefined();
  expect(offer.with(question('a', 'none')).offersWorkspace).toBeUndefined();
  expect(offer.with(question('a', 'workspace', 'always-ask')).offersWorkspace).toBeUndefined();
});

test('what is refused, leaves the box or is of another kind does not count', () => {
  const offer = new WorkspaceOffer();
  for (const _ of [1, 2, 3]) {
    offer.answered(question('a'), { verdict: 'refuse' });
    offer.answered(question('a'), { verdict: 'allow', outside: true });
    offer.answered(question('a', 'none'), { verdict: 'allow' });
  }
  expect(offer.with(question('a')).offersWorkspace).toBeUndefined();
});
