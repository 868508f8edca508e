import type { Analysis } from '#shell-analysis';
import { unprovenRead } from '../proof.ts';
import { CredentialSearches } from './credentials-below.ts';
import { lookAtGit } from './git/look.ts';
import { type ProvenReads, readOnly } from './index.ts';
import type { DiskAccess } from './path-judge.ts';

export interface ProvenPlace {
  readonly workspace: string;
  readonly cwd: string;
  readonly home: string;
}

interface LooksFurther {
  /** Whether it rests on more of the disk than was asked of its `DiskAccess`: what lies below folders, and what git finds. */
  readonly looksFurther: boolean;
}

/** The preset's proof with the disk as it is now. */
export async function proveReadOnly(
  analysis: Analysis,
  place: ProvenPlace,
  disk: DiskAccess,
  searches = new CredentialSearches(place.workspace),
): Promise<ProvenReads & LooksFurther> {
  const { realpath, isFile, names, text } = disk;
  const proof = readOnly(analysis, { ...place, realpath, isFile, names, text });
  if (!proof.line.isProven) return { ...withoutGit(analysis, proof), looksFurther: false };
  // A file by itself was judged by its name and by where it leads.
  const folders = proof.below.filter(({ folder }) => !disk.isFile(folder));
  const looksFurther = folders.length > 0 || proof.git.length > 0;
  const why = looksFurther ? await whyNotHere(folders, proof.git, { ...place, searches }) : undefined;
  if (why === undefined) return { ...proof, looksFurther };
  // Which part it is about is not kept: the line as a whole is asked about.
  const line = unprovenRead(why);
  return { ...proof, line, parts: proof.parts.map(() => line), looksFurther };
}

interface SearchedPlace extends ProvenPlace {
  readonly searches: CredentialSearches;
}

async function whyNotHere(folders: ProvenReads['below'], git: ProvenReads['git'], place: SearchedPlace) {
  const below = folders.length === 0 ? undefined : await place.searches.problem(folders);
  if (below !== undefined || git.length === 0) return below;
  const found = await lookAtGit(git, place);
  return 'why' in found ? found.why : undefined;
}

/** git only reads in the environment that a proven line runs in, which is not the one beside other parts. */
function withoutGit({ parts }: Analysis, proof: ProvenReads): ProvenReads {
  if (proof.git.length === 0) return proof;
  const why = unprovenRead('git only reads where all of the line does');
  return { ...proof, parts: proof.parts.map((one, index) => (one.isProven && usesGit(parts, index) ? why : one)) };
}

function usesGit(parts: Analysis['parts'], index: number): boolean {
  const words = parts[index]?.words ?? [];
  return words.some(({ literal }) => literal === undefined || /(^|\/)git$/.test(literal));
}
