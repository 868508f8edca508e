import { describe, expect, test } from 'vitest';
import { findLayer, ImageError, layerChain, manifestValue, readManifest } from '#images';
import { manifestText, withLayer } from '../../../src-main/images/manifest/write-manifest.ts';

const uuid = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
const ONE = uuid(1);
const TWO = uuid(2);

function defectOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof ImageError) return error.defect;
    throw error;
  }
}

describe('a manifest', () => {
  test.each([
    ['a circle of two', { layers: { [ONE]: { parent: TWO }, [TWO]: { parent: ONE } }, default: ONE }],
    ['a circle beside the default', { layers: { [ONE]: {}, [TWO]: { parent: TWO } }, default: ONE }],
    ['one layer in two spellings', { layers: { [ONE]: {}, [ONE.replaceAll('-', '')]: {} }, default: ONE }],
    ['no default', { layers: { [ONE]: {} } }],
    ['a default that is null', { layers: { [ONE]: {} }, default: null }],
    ['a layer that is null', { layers: { [ONE]: null }, default: ONE }],
    ['two empty tags', { layers: { [ONE]: { tag: '' }, [TWO]: { tag: '' } }, default: ONE }],
  ])('with %s is refused', (_, value) => {
    expect(defectOf(() => readManifest(JSON.stringify(value)))).toBe('manifest');
  });

  test('that is nested without end is refused before it is parsed', () => {
    expect(defectOf(() => readManifest('['.repeat(5_000_000)))).toBe('manifest');
    expect(defectOf(() => readManifest(`{"a":"${'['.repeat(2000)}"}`))).toBe('manifest');
  });

  test('of 20,000 layers is read, its chain found and written in linear time', () => {
    const layers = Array.from({ length: 20_000 }, (_, at) => [
      uuid(at),
      at === 0 ? {} : { parent: uuid(at - 1), tag: `t${at}` },
    ]);
    const text = JSON.stringify({ layers: Object.fromEntries(layers.toReversed()), default: uuid(19_999) });
    const start = process.cpuUsage().user;
    const manifest = readManifest(text);
    expect(layerChain(manifest, findLayer(manifest, 't19999'))).toHaveLength(20_000);
    expect(manifestText(manifest).length).toBeGreaterThan(text.length);
    expect(process.cpuUsage().user - start).toBeLessThan(4_000_000);
  });

  test('keeps what it does not know, and names that objects inherit', () => {
    const text = `{"layers":{"${ONE}":{"tag":"__proto__","__proto__":{"a":1}}},"default":"${ONE}","vendor":[1]}`;
    const manifest = readManifest(text);
    expect(findLayer(manifest, '__proto__').uuid).toBe(ONE);
    expect(JSON.parse(JSON.stringify(manifestValue(manifest)))).toEqual(JSON.parse(text));
  });

  test('names the tags that there are when a layer is not found', () => {
    const manifest = readManifest(JSON.stringify({ layers: { [ONE]: { tag: 'v1' } }, default: ONE }));
    expect(() => findLayer(manifest, 'nope')).toThrow(/'nope'.*v1/);
    expect(defectOf(() => findLayer(manifest, ''))).toBe('layer');
  });

  test('takes no layer with an equal or empty tag, a known name or an unknown parent', () => {
    const manifest = readManifest(JSON.stringify({ layers: { [ONE]: { tag: 'v1' } }, default: ONE }));
    const layer = { uuid: TWO, parent: ONE, tag: 'v2', others: {} };
    const wrong = [{ tag: 'v1' }, { tag: '' }, { uuid: ONE }, { parent: uuid(9) }];
    for (const one of wrong) expect(defectOf(() => withLayer(manifest, { ...layer, ...one }))).toBe('manifest');
    expect(findLayer(withLayer(manifest, layer)).uuid).toBe(TWO);
  });
});
