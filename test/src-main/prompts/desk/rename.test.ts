import { expect, test } from 'vitest';
import { renamePrompt } from '../../../../src-main/prompts/desk/rename-prompt.ts';
import { saveCase } from '../../../../src-main/prompts/desk/save-case.ts';
import { rollBack, savePrompt } from '../../../../src-main/prompts/desk/save-prompt.ts';
import { deskWorkbench, REVIEW } from './desk-workbench.ts';

const RECORD = { ...REVIEW, prompt: 'Review {{.args.code}}' };
const [OLD, NEW] = ['demo.review', 'team.look.over'];

test('a renamed prompt has its versions and cases, and the old id can be brought back', async () => {
  await using bench = await deskWorkbench();
  const { desk, store } = bench;
  const { hash: first } = await savePrompt(desk, { id: OLD, record: RECORD, label: 'first' });
  const changed = { ...RECORD, prompt: 'Look at {{.args.code}}' };
  const { hash: base } = await savePrompt(desk, { id: OLD, record: changed, base: first });
  await saveCase(desk, { id: OLD, name: 'one', args: '{"code":"x"}' }, undefined);

  expect(await renamePrompt(desk, { id: OLD, to: NEW, base })).toMatchObject({
    id: NEW,
    name: 'over',
    cases: 1,
    versions: 3,
  });
  expect([...(await store.scan('shenma:templates:'))]).toEqual(['shenma:templates:team:look:over']);
  expect(desk.prompt(NEW).record).toEqual({ ...changed, name: 'over' });
  expect((await desk.listVersions(NEW)).map(({ label, isCurrent }) => [label, isCurrent])).toEqual([
    [`was ${OLD}`, true],
    [undefined, false],
    ['first', false],
  ]);
  expect((await desk.versions.read(NEW, first)).record.prompt).toBe(RECORD.prompt);
  expect(await desk.cases.run(NEW, undefined)).toMatchObject([{ name: 'one', state: 'same' }]);

  const again = await bench.restarted();
  expect(again.summary(NEW)).toMatchObject({ cases: 1 });
  expect(await again.listVersions(NEW)).toHaveLength(3);
  await rollBack(again, OLD, first);
  expect(again.prompt(OLD).record).toEqual(RECORD);
});

test('a prompt is not renamed over another, to no id, or when it was changed meanwhile', async () => {
  await using bench = await deskWorkbench();
  const { desk } = bench;
  const { hash: base } = await savePrompt(desk, { id: OLD, record: RECORD });
  await savePrompt(desk, { id: NEW, record: RECORD });
  await expect(renamePrompt(desk, { id: OLD, to: NEW, base })).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(renamePrompt(desk, { id: OLD, to: 'a..b', base })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(renamePrompt(desk, { id: OLD, to: 'x.y', base: 'other' })).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(renamePrompt(desk, { id: 'no.such', to: 'x.y', base })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await desk.listVersions('a..b')).toEqual([]);
  expect(desk.prompt(OLD).record).toEqual(RECORD);
  expect(desk.prompt(NEW).record).toEqual(RECORD);
});
