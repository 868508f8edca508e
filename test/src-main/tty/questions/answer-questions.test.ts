import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { started } from '../console-box.ts';

const FORM = {
  kind: 'form',
  server: 'srv',
  message: 'Who?',
  schema: { properties: { name: { type: 'string', minLength: 3 } }, required: ['name'] },
} as const;

test('an answer that is not taken is asked for again', async () => {
  const { fake, session } = started();
  await using _ = session;
  await session.shows('work $');
  const data = { advice: 'name is too short' };
  fake.decideFails = new ORPCError('INVALID_INPUT', { message: 'The form is not filled in as it asks', data });
  fake.ask(FORM);
  await session.shows('name*');
  session.type('Al\n');
  await session.shows(/not filled in as it asks\nname is too short\n[\s\S]*Who\?[\s\S]*name\*/);
  fake.decideFails = undefined;
  session.type('Ada\n');
  await expect.poll(() => fake.decisions()).toMatchObject([{ form: { name: 'Al' } }, { form: { name: 'Ada' } }]);
});

test('a question that was answered elsewhere at the same time gives way to the next', async () => {
  const { fake, session } = started();
  await using _ = session;
  await session.shows('work $');
  fake.decideFails = new ORPCError('NOT_FOUND', { message: 'It was answered' });
  fake.ask(FORM);
  fake.ask({ ...FORM, message: 'Who else?' });
  await session.shows('name*');
  session.type('Ada\n');
  await session.shows(/It was answered\n[\s\S]*Who else\?[\s\S]*name\*/);
});
