import { expect, test } from 'vitest';
import { decideOnClose, oneAtATime } from '../../../src-main/electron/closing.ts';
import { silentLogger } from '../../support/silent-logger.ts';

function windowWith(known: {
  running?: string[];
  background?: string[];
  choice?: 'ask' | 'end' | 'stay';
  press?: number;
}) {
  const { running = [], background = [], choice = 'ask', press = 0 } = known;
  const asked: string[] = [];
  const remembered: string[] = [];
  const closing = decideOnClose(
    {
      running: () => running,
      background: () => background,
      afterWindow: { choice: () => choice, remember: async (chosen) => void remembered.push(chosen) },
      log: silentLogger,
    },
    async ({ message, buttons }) => {
      asked.push(`${message} ${buttons.join('/')}`);
      return press;
    },
  );
  return closing.then((outcome) => ({ outcome, asked, remembered }));
}

const ONCE = 'Stay in the background? Stay in the background/End/Cancel';

test('nothing runs: the host ends with its window', async () => {
  expect(await windowWith({})).toEqual({ outcome: 'end', asked: [], remembered: [] });
});

test.each([
  [0, 'stay', ['stay']],
  [1, 'end', ['end']],
  [2, 'cancel', []],
])('a service is asked about once and remembered: button %d', async (press, outcome, remembered) => {
  expect(await windowWith({ background: ['REST'], press })).toEqual({ outcome, asked: [ONCE], remembered });
});

test('what was remembered is not asked again, but what runs and would end is', async () => {
  expect(await windowWith({ background: ['REST'], choice: 'stay', running: ['build'] })).toMatchObject({
    outcome: 'stay',
    asked: [],
  });
  expect(await windowWith({ background: ['REST'], choice: 'end', running: ['REST'] })).toMatchObject({ asked: [] });
  expect(await windowWith({ choice: 'stay', running: ['build'], press: 1 })).toMatchObject({
    outcome: 'cancel',
    asked: ['Something still runs End and quit/Cancel'],
  });
});

test('a decision about a window is made once at a time, and one that fails can be made again', async () => {
  const failures: unknown[] = [];
  const answers = [Promise.reject(new Error('There is no display')), Promise.resolve('end')];
  const decide = oneAtATime(
    async () => await answers.shift(),
    (error) => failures.push(error),
  );
  const [first, meanwhile] = [decide(), decide()];

  expect(await meanwhile).toBeUndefined();
  expect(await first).toBeUndefined();
  expect(failures).toEqual([new Error('There is no display')]);
  expect(await decide()).toBe('end');
});
