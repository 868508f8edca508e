import { RecentValues } from '#core/recent-values';
import type { Analysis } from '#shell-analysis';
import type { CheckedPlace } from './decide/checks.ts';
import type { LineFindings } from './decide/decide.ts';
import type { DiskAccess } from './read-only/reader.ts';
import { areSame, type DiskTrace, isStillSo } from './traced-disk.ts';

interface KeptFindings {
  readonly place: CheckedPlace;
  readonly trace: DiskTrace;
  readonly findings: LineFindings;
}

/** Findings about recent lines, by their analyses; as many as there are of these. */
const recent = new RecentValues<Analysis, KeptFindings>({ mostValues: 64, mostUnits: 128 * 1024 });

/** Findings about a line in the same place, if every look at the disk that they rest on finds the same again. */
export function findingsBefore(analysis: Analysis, place: CheckedPlace, disk: DiskAccess): LineFindings | undefined {
  const known = recent.get(analysis);
  return known && isSamePlace(known.place, place) && isStillSo(known.trace, disk) ? known.findings : undefined;
}

/** Keeps findings that rest on nothing but the line, the place and these looks at the disk. */
export function keepFindings(analysis: Analysis, kept: KeptFindings): void {
  recent.add(analysis, kept, analysis.line.length);
}

function isSamePlace(one: CheckedPlace, other: CheckedPlace): boolean {
  return (
    one.workspace === other.workspace && one.cwd === other.cwd && one.home === other.home && areSame(one.own, other.own)
  );
}
