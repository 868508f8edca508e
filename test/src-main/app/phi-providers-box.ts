import { join, resolve } from 'node:path';
import { sentTo } from '../../support/phi-app.ts';
import type { PhiEngine } from '../../support/phi-engine.ts';
import type { Script, ScriptedCall } from '../../support/scripted-model-server.ts';

export const FIXTURES = resolve(import.meta.dirname, '../../fixtures');

export const python = (name: string, ...args: string[]) =>
  ['attach', '/usr/bin/python3', '-B', join(FIXTURES, 'providers', name), ...args].join(' ');

export const pidIn = (text: string) => Number(/\[(\d+)\]/.exec(text)?.[1]);

/** The model asks for these, then says what came of them. */
export const asksFor = (...calls: ScriptedCall[]): Script[] => [{ calls }, { text: 'Done' }];

/** Results that the model received for its last calls. */
export const toldTo = ({ model }: PhiEngine): readonly (string | undefined)[] => {
  const { messages = [] } = sentTo(model).at(-1) ?? {};
  return messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1).map(({ content }) => content);
};
