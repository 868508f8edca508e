import { expect, test } from 'vitest';
import { imageCheck } from '../../conformance/image-check.ts';
import { imageMerge } from '../../conformance/image-merge.ts';
import { psiManifest } from '../../conformance/psi-manifest.ts';
import { squashfsRead } from '../../conformance/squashfs-read.ts';
import { casesOf } from './support/image-fixtures.ts';

const SUITES = {
  'psi-manifest': psiManifest,
  'squashfs-read': squashfsRead,
  'image-check': imageCheck,
  'image-merge': imageMerge,
};

test.each(Object.entries(SUITES))('the kept cases of %s come out as they should', async (name, suite) => {
  const cases = casesOf(name);
  const { passed, failures } = await suite(cases, () => {});
  expect(cases.length).toBeGreaterThan(20);
  expect(failures).toEqual([]);
  expect(passed).toBe(cases.length);
});
