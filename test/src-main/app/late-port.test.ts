import { expect, test } from 'vitest';
import { LatePort } from '../../../src-main/app/late-port.ts';

test('a port hands out the feature that it was bound to', () => {
  const port = new LatePort<{ readonly title: string }>('The chat');
  const chat = port.bind({ title: 'Hello', more: 1 });
  expect(chat.more).toBe(1);
  expect(port.get()).toBe(chat);
});

test('a use before the feature is created names it', () => {
  const port = new LatePort('The chat');
  expect(port.get).toThrow('The chat was used before it was created');
});

test('a port is bound once', () => {
  const port = new LatePort('The chat');
  port.bind({});
  expect(() => port.bind({})).toThrow('The port to The chat is bound already');
});
