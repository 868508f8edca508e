import { expect, test } from 'vitest';
import { feishuMessenger } from '../../../../src-main/channels/feishu/feishu-messenger.ts';
import { FEISHU_APP } from '../../../support/fake-feishu.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { json, type StubServer, stubServer } from '../../../support/stub-server.ts';

const page: StubServer['answer'] = (_, response) => void response.end('<html>Sign in to this network</html>');

test.each([
  ['a page of somebody else', page, { kind: 'network' }],
  ['that it was too often', json({ code: 99991400, msg: 'request trigger frequency limit' }), { kind: 'rate' }],
  ['that the secret is wrong', json({ code: 10014, msg: 'app secret invalid' }), { kind: 'credentials' }],
])('signing in, which is answered by %s', async (_, answer, failure) => {
  await using server = await stubServer(answer);
  const messenger = await feishuMessenger({ ...FEISHU_APP, apiRoot: server.url, log: silentLogger });
  const handlers = { onIncoming: async () => true, onReady: () => {} };
  await expect(messenger.listen(handlers, new AbortController().signal)).rejects.toMatchObject(failure);
});
