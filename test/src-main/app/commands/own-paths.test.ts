import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ownPathsIn } from '#app/commands/own-paths';

const FEATURES = resolve(import.meta.dirname, '../../../../src-main/app/features');

test('what decides what may be done is out of reach, whichever feature keeps it', () => {
  const own = ownPathsIn({ dataFolder: '/data', home: '/home/me' }, () => [])('/work');
  const sources = readdirSync(FEATURES).map((name) => readFileSync(join(FEATURES, name), 'utf8'));
  const kept = sources.flatMap((text) =>
    [...text.matchAll(/ataFolder, '([\w-]+\.(?:json|jsonl|yaml|enc|token))'/g)].map(([, name = '']) => name),
  );
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.filter((name) => !own.includes(`/data/${name}`))).toEqual([]);
  expect(own).toEqual(expect.arrayContaining(['/data/workspace-trust', '/data/prompts/rest.token']));
});
