import { expect, test } from 'vitest';
import { outsideAgents, skillReader } from '../../../src-main/app/agent-tools.ts';
import type { CallPlan, Tool, ToolSource } from '../../../src-main/tools/index.ts';

const agents = { isAgent: (path: string) => path === '/agent', offersOwnTools: () => false, hasSkills: () => true };
const reads = (path: string): CallPlan => ({
  subject: { kind: 'read', path, shownPath: path },
  isOutside: false,
  warnings: [],
  arguments: {},
  run: async () => ({ outcome: 'done', content: '' }),
});
const tool = (name: string): Tool => ({
  name,
  description: name,
  parameters: {},
  plan: async (args) => reads((args as { path: string }).path),
});
const source: ToolSource = { tools: () => [tool('read_file'), tool('edit_file')] };
const context = { session: 's', callId: 'c', workspace: '/agent', cwd: '/agent', signal: new AbortController().signal };
const names = (from: ToolSource, workspace: string) => from.tools({ workspace }).map(({ name }) => name);

test('an agent workspace is not offered our tools, unless the person switched them on', () => {
  const gated = outsideAgents(source, agents);
  expect(names(gated, '/agent')).toEqual([]);
  expect(names(gated, '/other')).toEqual(['read_file', 'edit_file']);
  expect(names(outsideAgents(source, { ...agents, offersOwnTools: () => true }), '/agent')).toHaveLength(2);
});

test('where it has skills it is lent the reader of files, in its own folder', async () => {
  const lent = skillReader(source, agents);
  expect(names(lent, '/agent')).toEqual(['read_file']);
  expect(names(lent, '/other')).toEqual([]);
  expect(names(skillReader(source, { ...agents, hasSkills: () => false }), '/agent')).toEqual([]);
  const [reader] = lent.tools({ workspace: '/agent' });
  await expect(reader?.plan({ path: '/agent/skills/a/SKILL.md' }, context)).resolves.toMatchObject({
    isOutside: false,
  });
  await expect(reader?.plan({ path: '/agent/..notes/a.md' }, context)).resolves.toMatchObject({ isOutside: false });
  for (const path of ['/etc/passwd', '/agent', '/agent-2/x', '/agent/../x'])
    await expect(reader?.plan({ path }, context)).rejects.toThrow('below /agent alone');
});
