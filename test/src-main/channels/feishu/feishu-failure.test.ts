import { expect, test } from 'vitest';
import { failureOfCode, feishuFailure } from '../../../../src-main/channels/feishu/feishu-failure.ts';

const answered = (status: number, data: object = {}, headers: object = {}) =>
  Object.assign(new Error(`Request failed with status code ${status}`), { response: { status, data, headers } });

test.each([
  ['too often', answered(429, { code: 99991400 }, { 'x-ogw-ratelimit-reset': '7' }), 'rate'],
  ['too often by its code', answered(400, { code: 99991400, msg: 'request trigger frequency limit' }), 'rate'],
  ['a token that is not taken', answered(400, { code: 99991663, msg: 'token invalid' }), 'credentials'],
  ['what it does not do', answered(400, { code: 230002, msg: 'Bot not in the chat' }), 'refused'],
  ['a failure of its own, in words', answered(500, { code: 55001, msg: 'internal error' }), 'network'],
  ['a failure before it', answered(502), 'network'],
  ['no connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'network'],
])('%s is of a kind by which one goes on, or not', (_, error, kind) => {
  expect(feishuFailure(error, 'secret').kind).toBe(kind);
});

test('a failure says what the service said, how long to wait, and no secret', () => {
  expect(feishuFailure(answered(429, {}, { 'x-ogw-ratelimit-reset': '7' }), 'secret').retryAfterMs).toBe(7000);
  expect(feishuFailure(answered(500, { code: 55001, msg: 'internal error' }), 'secret').message).toBe(
    'Feishu: internal error (code 55001)',
  );
  expect(feishuFailure(new Error('bad secret'), 'secret').message).toBe('Feishu cannot be reached: bad …');
  expect(failureOfCode(1).message).toBe('Feishu: it did not say why (code 1)');
});
