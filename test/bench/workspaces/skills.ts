import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readLayout } from '../../../src-main/workspaces/layout/read-layout.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { Report } from '../run.ts';
import { median } from '../terminal/spread.ts';

const SKILLS = 1000;
const TIMES = 11;
const MAX_MS = 300;

/** A folder of a thousand skills, read; the control reads the same files and no more. */
export async function reportSkills(report: Report): Promise<void> {
  await using folder = await temporaryFolder();
  const skills = join(folder.path, 'skills');
  for (let index = 0; index < SKILLS; index += 1) {
    const name = `skill-${index}`;
    await mkdir(join(skills, name), { recursive: true });
    await writeFile(join(skills, name, 'SKILL.md'), skillText(name));
  }
  const [ours, plain]: [number[], number[]] = [[], []];
  for (let index = 0; index <= TIMES; index += 1) {
    const read = await timed(async () => {
      const layout = await readLayout(folder.path, { reservedNames: [] });
      if (layout.skills.length !== SKILLS) throw new Error(`${layout.skills.length} skills were read`);
    });
    const control = await timed(async () => {
      for (const name of await readdir(skills)) await readFile(join(skills, name, 'SKILL.md'));
    });
    if (index === 0) continue;
    ours.push(read);
    plain.push(control);
  }
  const note = `${TIMES} times; reading the files one by one ${median(plain, 0)} ms`;
  report({ name: `${SKILLS} skills read`, value: median(ours, 0), unit: 'ms', atMost: MAX_MS, note });
}

const skillText = (name: string) => `---
name: ${name}
description: What ${name} is for, in a sentence or two as they are written. It is used when somebody asks for it.
license: MIT
---
# ${name}

${'Do this first, and then the other thing, and say what became of it.\n'.repeat(30)}`;

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
