import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Decision, Question, Subject } from '#contract';
import { ReviewPane } from '../../../src-renderer/approvals/index.ts';
import { SETTLE_MS } from '../../../src-renderer/approvals/use-settled.ts';
import { apiOf, commandQuestion, Feed, renderPane } from '../../support/pane.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await act(() => vi.runAllTimersAsync());
  vi.useRealTimers();
});

async function ask(subject: Subject) {
  const decisions: Decision[] = [];
  const question: Question = commandQuestion({ subject, tool: 'get_weather' });
  const api = apiOf({
    approvals: {
      waiting: new Feed<readonly Question[]>([question]).open,
      decide: async ({ decision }: { decision: Decision }) => void decisions.push(decision),
    },
    changes: { changed: new Feed<readonly never[]>([]).open },
  });
  renderPane(api, <ReviewPane isVisible />);
  // It comes, is drawn, and then has to be still for a moment.
  for (const ms of [0, 50, SETTLE_MS + 100]) await act(() => vi.advanceTimersByTimeAsync(ms));
  return { decisions, card: within(screen.getByRole('article')) };
}

test('a call names the tool, its provider and every value, with what is hidden in them drawn', async () => {
  const { card, decisions } = await ask({
    kind: 'call',
    provider: 'weather.py',
    title: 'get weather',
    description: 'Asks the\u202eservice',
    arguments: [
      { path: 'place.city', text: 'Ber\u200blin' },
      { path: 'days[0]', text: 'two\nlines' },
    ],
  });
  expect(card.getByRole('heading', { name: 'Use get weather of weather.py?' })).toBeTruthy();
  const call = card.getByRole('group', { name: 'Call' });
  expect(call.textContent).toContain('place.city');
  expect(within(call).getByText('days[0]')).toBeTruthy();
  expect(within(call).getByRole('img', { name: /U\+200B/ })).toBeTruthy();
  expect(within(call).getByRole('img', { name: /U\+202E/ })).toBeTruthy();
  fireEvent.click(card.getByRole('button', { name: 'Allow once' }));
  expect(decisions).toEqual([{ verdict: 'allow' }]);
});

test.each([
  ['workspace', 'in the box of the workspace, without the network'],
  ['network', 'in the box of the workspace, with the network'],
  [undefined, 'outside any box: it can do what you can'],
] as const)('a tool of an agent workspace says which code runs, and where (%s)', async (box, words) => {
  const code = {
    workspace: '/home/me/my-agent',
    file: 'tools/write.py',
    hash: 'abcdef0123456789',
    ...(box && { box }),
  };
  const { card } = await ask({ kind: 'call', provider: 'x', title: 'write', description: '', arguments: [], code });
  expect(card.getByRole('heading', { name: 'Use write of my-agent?' })).toBeTruthy();
  const { textContent } = card.getByRole('group', { name: 'Call' });
  expect(textContent).toContain('write of /home/me/my-agent');
  expect(textContent).toContain(`It runs tools/write.py (code abcdef01) ${words}.`);
});

test('a call without values says so', async () => {
  const { card } = await ask({ kind: 'call', provider: 'p', title: 'ping', description: '', arguments: [] });
  expect(card.getByText('It is given nothing.')).toBeTruthy();
});

test('the cap on spending says what was spent, at least, and is refused with a reason', async () => {
  const { card, decisions } = await ask({ kind: 'spending', spent: 1.234, cap: 1, isComplete: false });
  expect(card.getByRole('heading', { name: 'Go on above the cap of $1.00?' })).toBeTruthy();
  expect(card.getByText('≥ $1.23')).toBeTruthy();
  fireEvent.change(card.getByRole('textbox', { name: 'Reason or note for the model' }), {
    target: { value: 'Enough' },
  });
  fireEvent.click(card.getByRole('button', { name: 'Refuse' }));
  expect(decisions).toEqual([{ verdict: 'refuse', reason: 'Enough' }]);
});

test('what needs a yes of ours shows the command to the letter', async () => {
  const { card } = await ask({
    kind: 'confirm',
    title: 'Install the package?',
    text: 'It runs postinstall.',
    command: 'npm ci\u200b',
  });
  expect(card.getByRole('heading', { name: 'Install the package?' })).toBeTruthy();
  expect(card.getByText('It runs postinstall.')).toBeTruthy();
  const command = card.getByRole('group', { name: 'Command' });
  expect(command.textContent).toContain('npm ci');
  expect(within(command).getByRole('img', { name: /U\+200B/ })).toBeTruthy();
});

test('a form is answered only once it is filled in, with its values', async () => {
  const { card, decisions } = await ask({
    kind: 'form',
    server: 'tickets',
    message: 'Which project?',
    schema: { type: 'object', properties: { project: { type: 'string', title: 'Project' } }, required: ['project'] },
  });
  expect(card.getByText('tickets')).toBeTruthy();
  const send = card.getByRole('button', { name: 'Send the values' });
  fireEvent.click(send);
  expect(decisions).toEqual([]);
  fireEvent.change(card.getByRole('textbox', { name: /project/i }), { target: { value: 'sigma' } });
  fireEvent.click(send);
  expect(decisions).toEqual([{ verdict: 'allow', form: { project: 'sigma' } }]);
});

test('what a value holds is text: no markup of it is drawn, and blanks that push the rest out of sight are counted', async () => {
  const { card } = await ask({
    kind: 'call',
    provider: '<b>weather</b>',
    title: 'run',
    description: '<script>alert(1)</script>',
    arguments: [
      { path: 'page', text: '<img src=x onerror=alert(1)>' },
      { path: 'command', text: `ls${' '.repeat(500)}; touch PWNED` },
      { path: 'lines', text: `ls${'\n'.repeat(60)}touch PWNED` },
    ],
  });
  const call = card.getByRole('group', { name: 'Call' });
  expect(call.textContent).toContain('<img src=x onerror=alert(1)>');
  expect(call.textContent).toContain('<script>alert(1)</script>');
  expect([...call.querySelectorAll('img, script')]).toEqual([]);
  expect(call.textContent).toContain('ls500 blanks; touch PWNED');
  expect(call.textContent).toContain('ls60 line endstouch PWNED');
});
