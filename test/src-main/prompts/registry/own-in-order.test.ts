import { expect, test } from 'vitest';
import { VariableReader } from '../../../../src-main/prompts/registry/variable-reader.ts';
import { MemoryStore } from '../../../support/prompt-engine-box.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

test('what was read first does not replace what was read later, whichever is there first', async () => {
  const answers: ((value: string) => void)[] = [];
  const own = {
    keys: () => ['shenma:environs:v'],
    read: () => new Promise<unknown>((resolve) => answers.push(resolve)),
    onChanged: () => () => {},
  };
  const reader = new VariableReader({ store: new MemoryStore(), own, log: silent, now: () => 1 });
  const value = () => reader.current.byId.get('v')?.value;
  const whole = reader.refresh();
  while (answers.length < 1) await new Promise(setImmediate);
  const later = reader.refreshOwn();
  while (answers.length < 2) await new Promise(setImmediate);
  answers[1]?.('new');
  await later;
  expect(value()).toBe('new');
  answers[0]?.('old');
  await whole;
  expect(value()).toBe('new');
  const [one, other] = [reader.refreshOwn(), reader.refreshOwn()];
  while (answers.length < 4) await new Promise(setImmediate);
  answers[3]?.('newest');
  await other;
  answers[2]?.('between');
  await one;
  expect(value()).toBe('newest');
});
