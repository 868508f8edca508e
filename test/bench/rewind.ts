/** Rewind: what a point of a turn takes in time and room, and how long going back takes. */
import type { Report } from './run.ts';

interface Section {
  run(report: Report): Promise<void>;
}

const SECTIONS: Readonly<Record<string, () => Promise<Section>>> = {
  points: () => import('./rewind/points.ts'),
  files: () => import('./rewind/files.ts'),
};

export async function run(report: Report, parts: readonly string[]): Promise<void> {
  for (const name of parts.length > 0 ? parts : Object.keys(SECTIONS)) {
    const load = Object.hasOwn(SECTIONS, name) ? SECTIONS[name] : undefined;
    if (!load) {
      throw new Error(`The rewind bench has the parts ${Object.keys(SECTIONS).join(', ')}, and none named '${name}'`);
    }
    await (await load()).run(report);
  }
}
