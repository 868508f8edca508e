import { expect, test } from 'vitest';
import { Emitter } from '#core/async/emitter';
import { startProfiles } from './profiles-workbench.ts';

/** Servers that tell how much each model takes. */
function tellingServers(told: Map<string, number>) {
  const changed = new Emitter<void>();
  return {
    tell: (model: string, tokens: number) => {
      told.set(model, tokens);
      changed.emit();
    },
    servers: {
      test: async () => ({ ok: true, message: 'reached', models: [], durationMs: 1 }),
      localServers: async () => [],
      reportedContext: (_: string, model: string) => told.get(model),
      onContextTold: changed.subscribe,
    },
  };
}

const SERVER = 'baseurl: http://one.example/v1';

test.each([
  ['what the file says, whatever the server told', `{${SERVER}, model: tiny, context: 5000}`, [5000, 'file']],
  ['what the server told, less room for a reply', `{${SERVER}, model: tiny}`, [12_288, 'server']],
  ['nearly all of a large window', `{${SERVER}, model: huge}`, [838_860, 'server']],
  ['never less than the least there is', `{${SERVER}, model: minute}`, [2000, 'server']],
  ['what is known of the model', `{${SERVER}, model: openai/gpt-4o-mini}`, [102_400, 'model']],
  ['what is known of a model of Ollama', `{preset: ollama, model: "qwen3:8b"}`, [32_768, 'model']],
  ['what the preset says', '{preset: openai, model: gpt-4o}', [262_144, 'preset']],
  ['the usual, where nobody knows', `{${SERVER}, model: unheard-of}`, [16_384, 'default']],
])('the context of a profile is %s', async (_, yaml, [context, contextFrom]) => {
  const { servers } = tellingServers(new Map(Object.entries({ tiny: 16_384, huge: 1_048_576, minute: 512 })));
  await using it = await startProfiles({ global: `profiles:\n  p: ${yaml}\n`, servers });
  expect(it.view('p')).toMatchObject({ context, contextFrom });
  expect(it.profiles.find('p')).toMatchObject({ context, contextFrom });
});

test('it changes when the server tells, for the page and for the next turn', async () => {
  const { tell, servers } = tellingServers(new Map());
  await using it = await startProfiles({ global: `profiles:\n  p: {${SERVER}, model: m}\n`, servers });
  expect(it.view('p')?.contextFrom).toBe('default');
  tell('m', 40_960);
  expect(it.view('p')).toMatchObject({ context: 32_768, contextFrom: 'server' });
  expect(it.profiles.selected()[0]).toMatchObject({ context: 32_768 });
});
