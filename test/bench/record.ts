/** The record: how long what stands between an act and its trace takes. */
import type { Report } from './run.ts';

interface Section {
  run(report: Report): Promise<void>;
}

const SECTIONS: Readonly<Record<string, () => Promise<Section>>> = {
  watch: () => import('./record/watch.ts'),
  undo: () => import('./record/undo.ts'),
};

export async function run(report: Report, parts: readonly string[]): Promise<void> {
  for (const name of parts.length > 0 ? parts : Object.keys(SECTIONS)) {
    const load = Object.hasOwn(SECTIONS, name) ? SECTIONS[name] : undefined;
    if (!load)
      throw new Error(`The record bench has the parts ${Object.keys(SECTIONS).join(', ')}, and none named '${name}'`);
    await (await load()).run(report);
  }
}
