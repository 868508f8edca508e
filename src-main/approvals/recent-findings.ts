import { RecurringValues } from '#core/memory/recurring-values';
import type { Analysis } from '#shell-analysis';
import type { CheckedPlace } from './decide/checks.ts';
import type { LineFindings } from './decide/decide.ts';
import type { DiskAccess } from './read-only/path-judge.ts';
import { areSame, type DiskTrace, isStillSo } from './traced-disk.ts';

interface KeptFindings {
  /** Analysis of the text alone. */
  readonly analysis: Analysis;
  readonly place: CheckedPlace;
  readonly trace: DiskTrace;
  readonly findings: LineFindings;
}

/** Findings about the lines whose analyses are kept, by the line as these are: where one is forgotten, so is the other. */
const known = new RecurringValues<string, KeptFindings>({ mostValues: 64, mostUnits: 128 * 1024 });

/** Findings about a line in the same place, if every look at the disk that they rest on finds the same again. */
export function findingsBefore(analysis: Analysis, place: CheckedPlace, disk: DiskAccess): LineFindings | undefined {
  const before = known.get(analysis.line);
  if (before === undefined || before.analysis !== analysis) return undefined;
  return isSamePlace(before.place, place) && isStillSo(before.trace, disk) ? before.findings : undefined;
}

/** Keeps findings that rest on nothing but the line, the place and these looks at the disk. */
export function keepFindings(kept: KeptFindings): void {
  const { line } = kept.analysis;
  known.add(line, kept, line.length);
}

function isSamePlace(one: CheckedPlace, other: CheckedPlace): boolean {
  return (
    one.workspace === other.workspace && one.cwd === other.cwd && one.home === other.home && areSame(one.own, other.own)
  );
}
