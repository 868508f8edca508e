import type { ConversationItem } from '../../../src-main/contract/index.ts';
import { FakeConsoleApi } from '../../support/fake-console-api.ts';
import { phiSession } from '../../support/phi-session.ts';

type Starting = Pick<Parameters<typeof phiSession>[0], 'settleMs' | 'isDebug' | 'version' | 'resume' | 'workspace'>;

export function started(options: Starting = {}, fake = new FakeConsoleApi()) {
  return { fake, session: phiSession({ api: fake.api, ...options }) };
}

export const assistant = (
  text: string,
  more: Partial<Extract<ConversationItem, { kind: 'assistant' }>> = {},
): ConversationItem => ({
  kind: 'assistant',
  id: 'a1',
  at: 0,
  text,
  model: 'm',
  state: 'complete',
  canRetry: false,
  ...more,
});

export const tool = (more: Partial<Extract<ConversationItem, { kind: 'tool' }>>): ConversationItem => ({
  kind: 'tool',
  id: 'c1',
  at: 0,
  callId: 'c1',
  tool: 'execute_command',
  state: 'running',
  sent: '{}',
  repairs: [],
  changes: [],
  ...more,
});
