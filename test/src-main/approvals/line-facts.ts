import { analyseSafely } from '#shell-analysis';
import type { CommandFacts, DiskFacts } from '../../../src-main/approvals/decide/facts.ts';
import { workingFolders } from '../../../src-main/approvals/decide/folders.ts';
import { NOTHING_PROVEN } from '../../../src-main/approvals/proof.ts';

/** Facts about a line that would run in `/w`, with nothing on the disk but what is told. */
export async function lineFacts(line: string, disk: Pick<Partial<DiskFacts>, 'links' | 'globs'> = {}) {
  const analysis = await analyseSafely(line);
  const diskFacts: DiskFacts = { proof: NOTHING_PROVEN, links: {}, ...disk };
  return { analysis, folders: workingFolders(analysis, '/w'), diskFacts } satisfies CommandFacts;
}
