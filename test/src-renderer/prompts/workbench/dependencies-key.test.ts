import { expect, test } from 'vitest';
import type { PromptsState } from '#contract';
import { dependenciesKey } from '../../../../src-renderer/prompts/workbench/dependencies-key.ts';

const withVariable = (hash: string): PromptsState => ({
  store: { kind: 'folder', place: '/p', state: 'ready', isWatched: true },
  variables: [{ id: 'v', key: 'k', source: 'folder', type: 'string', bytes: 900, readAt: 0, preview: '"aaa', hash }],
  prompts: [],
  tools: [],
  extensions: [],
  problems: [],
  cache: { size: 0, hits: 0, misses: 0, evictions: 0 },
});

const withTool = (hash: string): PromptsState => ({
  ...withVariable('h'),
  tools: [{ id: 't', callable: 't', key: 'k', type: 'restful', module: 'm', description: '', hash }],
});

test('a tool whose record is another, such as its address, is another world for a rendering', () => {
  expect(dependenciesKey(withTool('h2'))).not.toBe(dependenciesKey(withTool('h1')));
  expect(dependenciesKey(withTool('h1'))).toBe(dependenciesKey(withTool('h1')));
});

test('a variable that is another in its middle alone is another world for a rendering', () => {
  expect(dependenciesKey(withVariable('h2'))).not.toBe(dependenciesKey(withVariable('h1')));
  expect(dependenciesKey(withVariable('h1'))).toBe(dependenciesKey(withVariable('h1')));
});
