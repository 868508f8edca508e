import { expect, test } from 'vitest';
import { growingWords, takeImages } from '../../../../src-main/channels/messenger/answer-images.ts';

const IMAGE = `![A chart](data:image/png;base64,${Buffer.alloc(3000, 7).toString('base64')})`;

test('of an image that is still being written no letter is shown', () => {
  const text = `Here: ${IMAGE} it is.`;
  const begun = text.indexOf('base64,') + 'base64,'.length;
  const end = text.indexOf(')') + 1;
  const shown = new Set<string>();
  for (let at = begun; at <= text.length; at++) shown.add(growingWords(text.slice(0, at)));
  expect([...shown]).toEqual([
    'Here: ',
    ...Array.from({ length: text.length - end + 1 }, (_, count) => `Here: [A chart]${text.slice(end, end + count)}`),
  ]);
  expect(takeImages(text)).toMatchObject({ text: 'Here: [A chart] it is.', images: [{ type: 'image/png' }] });
});

test('an image of an unknown type stays in the text once it is whole', () => {
  const text = '![x](data:image/tiff;base64,AAAA)';
  expect(growingWords(text)).toBe(text);
});

test('many images that are begun and none that ends take no time', () => {
  const text = '![](data:image/png;base64,AAAA '.repeat(20_000);
  const begun = performance.now();
  growingWords(text);
  expect(performance.now() - begun).toBeLessThan(2000);
});
