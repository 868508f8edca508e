import { expect, test } from 'vitest';
import { layerName, layerRows } from '../../../src-renderer/workspaces/reading-room/layer-order.ts';

const layer = (uuid: string, parent?: string) => ({ uuid, isDefault: false, ...(parent && { parent }) });

test('each layer stands behind the one below it, beside its like', () => {
  const rows = layerRows([layer('c', 'b'), layer('a'), layer('b', 'a'), layer('d', 'a'), layer('z')]);
  expect(rows.map(({ layer: { uuid }, depth }) => `${depth}${uuid}`)).toEqual(['0a', '1b', '2c', '1d', '0z']);
});

test('ten thousand layers one upon the other are a list', () => {
  const layers = Array.from({ length: 10_000 }, (_, at) => layer(`${at}`, at === 0 ? undefined : `${at - 1}`));
  expect(layerRows(layers).at(-1)).toEqual({ layer: layers.at(-1), depth: 9999 });
});

test('a layer is called by its tag, or by the beginning of its UUID', () => {
  expect([layerName({ uuid: '0123456789' }), layerName({ uuid: '0', tag: 'v1' })]).toEqual(['01234567', 'v1']);
});
