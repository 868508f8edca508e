import { expect, test } from 'vitest';
import type { TurnProgress } from '#contract';
import { plainTool } from '../../../support/plain-tool.ts';
import { call, calls, says, scriptedClient } from '../../../support/scripted-client.ts';
import { chatWorkbench } from '../chat-workbench.ts';

test('who answers is recorded once, outlives a restart and is said in the conversation', async () => {
  await using bench = await chatWorkbench({ client: scriptedClient([]) });
  const session = await bench.session();
  const refuse = { kind: 'unattended', questions: 'refuse' } as const;
  const readOnly = { kind: 'unattended', questions: 'read-only' } as const;

  await expect(bench.app.chat.attendanceOf(session)).resolves.toEqual({ kind: 'attended' });
  await bench.app.chat.attend(session, { kind: 'attended' });
  await bench.app.chat.attend(session, refuse);
  await bench.app.chat.attend(session, { ...refuse });
  await bench.restart();

  await expect(bench.app.chat.attendanceOf(session)).resolves.toEqual(refuse);
  expect((await bench.events(session)).filter(({ type }) => type === 'session.attendance')).toHaveLength(1);
  expect(await bench.items(session)).toMatchObject([
    { kind: 'notice', text: 'Nobody answers questions here: each is answered no' },
  ]);
  await bench.app.chat.attend(session, readOnly);
  expect((await bench.app.chat.summaries())[0]).toMatchObject({ permission: 'read-only' });
  await bench.app.chat.attend(session, { kind: 'channel', approvers: ['7'] });
  await expect(bench.app.chat.attendanceOf(session)).resolves.toEqual({ kind: 'channel', approvers: ['7'] });
  await expect(bench.app.chat.attend('unknown', refuse)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a question is told with its time to whoever follows, and the record says who answered it over a channel', async () => {
  const client = scriptedClient([calls(call('look', { at: 'x' })), says('done')]);
  await using bench = await chatWorkbench({ client, tools: [plainTool('look')] });
  const session = await bench.session();
  const { chat, approvals } = bench.app;
  const { message } = await chat.enqueue(session, { text: 'go' });
  const told: TurnProgress[] = [];
  const ann = { channel: 'telegram', person: '7', name: 'Ann' };
  for await (const one of chat.follow(session, message)) {
    told.push(one);
    if (one.kind === 'asked') {
      await bench.asked();
      await approvals.answerAs(one.question, { verdict: 'allow' }, ann);
    }
  }

  expect(told.map(({ kind }) => kind)).toEqual(['started', 'called', 'asked', 'answered', 'returned', 'text', 'ended']);
  const [asked, answered] = told.filter((one) => one.kind === 'asked' || one.kind === 'answered');
  expect(asked).toMatchObject({ tool: 'look', at: expect.any(Number), title: expect.any(String) });
  expect(answered).toMatchObject({ verdict: 'allow', at: expect.any(Number) });
  expect((await bench.events(session)).find(({ type }) => type === 'approval.decided')?.data).toMatchObject({
    by: 'person',
    person: ann,
  });
  expect((await bench.items(session)).find(({ kind }) => kind === 'tool')).toMatchObject({
    decision: 'Allowed by Ann (Telegram)',
  });
});
