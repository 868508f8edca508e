import { join } from 'node:path';
import type { Layout } from './layout.ts';

/**
 * Default prompt of a workspace without a system file: its location, its skills by the names of their folders, and how
 * to read one (1.6 of the specification).
 */
export function defaultPrompt(path: string, { skills }: Layout, skillsOff: readonly string[]): string {
  const on = skills.filter(({ folder }) => !skillsOff.includes(folder));
  const lines = on.map(({ folder, description }) => `- ${folder}: ${description.replaceAll(/\s+/g, ' ')}`);
  const head = `You work in the agent workspace ${path}.`;
  if (on.length === 0) return `${head}\n\nNo skills configured.`;
  const where = `Skills are instructions for certain work. Before such work read the whole of ${join(path, 'skills')}/<name>/SKILL.md.`;
  return [head, '', where, '', 'Skills:', ...lines].join('\n');
}
