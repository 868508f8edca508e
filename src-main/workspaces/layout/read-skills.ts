import { mapBounded } from '#core/async/map-bounded';
import type { LayoutPart, SkillFile } from './layout.ts';
import { AT_ONCE, MAX_FOLDERS } from './limits.ts';
import { listFolder } from './list-folder.ts';
import { readFileText } from './read-file.ts';
import { MAX_SKILL_BYTES, readSkill } from './skill-file.ts';

/** The skills of a workspace: each folder of `skills` with a SKILL.md (Agent Skills standard). */
export async function readSkills(folder: string): Promise<LayoutPart<readonly SkillFile[]>> {
  const isWanted = ({ name, isFolder }: { name: string; isFolder: boolean }) => isFolder && !name.startsWith('.');
  const { found: names, problems } = await listFolder(folder, 'skills', { most: MAX_FOLDERS, isWanted });
  const read = await mapBounded(names, AT_ONCE, (name) => readOne(folder, name));
  return {
    found: read.flatMap(({ found }) => found ?? []),
    problems: [...problems, ...read.flatMap((one) => one.problems)],
  };
}

async function readOne(folder: string, name: string): Promise<LayoutPart<SkillFile | undefined>> {
  const file = `skills/${name}/SKILL.md`;
  const text = await readFileText(folder, file, MAX_SKILL_BYTES);
  if (!text) return { found: undefined, problems: [] };
  if ('problem' in text) return { found: undefined, problems: [{ file, message: text.problem }] };
  const { skill, problems } = readSkill(name, text.text);
  return {
    found: skill && { ...skill, folder: name, file, bytes: text.bytes.length },
    problems: problems.map(({ line, message }) => ({ file, message, ...(line !== undefined && { line }) })),
  };
}
