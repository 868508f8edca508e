import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFolderStore } from '../../../../src-main/prompts/stores/index.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { storeEngine } from '../../../support/store-engine.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const SAMPLES = resolve(import.meta.dirname, '../../../../resources/prompts');
const open = (folder: string) => openFolderStore({ folder, samples: SAMPLES, log: silentLogger });

async function emptyPlace(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return join(folder.path, 'data', 'store');
}

test('every sample is in order and renders with its own variables', async () => {
  const store = await open(await emptyPlace());
  const engine = await storeEngine(store);
  expect(store.problems.value).toEqual([]);
  expect(engine.state.value.problems).toEqual([]);
  const args = { code: 'let a = 1;', text: 'привет', diff: '+ a', focus: 'names' };

  const rendered = new Map<string, string>();
  for (const { id } of engine.state.value.prompts) {
    const outcome = await engine.render({ id, args, traced: false });
    expect(outcome, id).toMatchObject({ isRendered: true });
    if (outcome.isRendered) rendered.set(id, outcome.rendered.messages.map(({ content }) => content).join('\n'));
  }

  expect([...rendered.keys()].sort()).toEqual([
    'samples.code_review',
    'samples.commit_message',
    'samples.translate',
    'test_writer.edge_cases',
    'test_writer.write_tests',
  ]);
  expect(rendered.get('samples.code_review')).toContain(
    'It uses react, vitest.\nLook above all at names.\nReview this:',
  );
  expect(rendered.get('samples.translate')).toContain('No glossary is at hand');
  expect([...rendered.values()].join()).not.toMatch(/<no value>|<nil>|\{\{/);
});

test('samples are copied once: what a person deleted stays deleted', async () => {
  const place = await emptyPlace();
  await (await open(place))[Symbol.asyncDispose]();
  await rm(join(place, 'templates'), { recursive: true });

  const again = await open(place);
  onTestFinished(() => again[Symbol.asyncDispose]());

  expect(await again.scan('shenma:templates:')).toEqual([]);
  expect(await again.scan('shenma:tools:')).toEqual(['shenma:tools:translator:glossary']);
  expect(await readdir(join(place, '..'))).toEqual(['store']);
});
