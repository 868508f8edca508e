import { statSync } from 'node:fs';
import type { Analysis } from '#shell-analysis';
import { unproven } from '../proof.ts';
import { credentialsBelow } from './credentials-below.ts';
import { lookAtGit } from './git/look.ts';
import { type ProvenReads, readOnly } from './index.ts';
import type { DiskAccess } from './reader.ts';

export interface ProvenPlace {
  readonly workspace: string;
  readonly cwd: string;
  readonly home: string;
}

/** The preset's proof with the disk as it is now. */
export async function proveReadOnly(analysis: Analysis, place: ProvenPlace, disk: DiskAccess): Promise<ProvenReads> {
  const proof = readOnly(analysis, { ...place, ...disk });
  if (!proof.line.isProven) return withoutGit(analysis, proof);
  const why = (await whyNotBelow(proof, place, disk)) ?? (await whyNotGitHere(proof, place));
  if (why === undefined) return proof;
  // Which part it is about is not kept: the line as a whole is asked about.
  const line = unproven(why);
  return { ...proof, line, parts: proof.parts.map(() => line) };
}

async function whyNotBelow({ below }: ProvenReads, { workspace }: ProvenPlace, disk: DiskAccess) {
  // A file by itself was judged by its name and by where it leads.
  const folders = below.filter(({ folder }) => !isFile(disk.realpath(folder)));
  return folders.length === 0 ? undefined : await credentialsBelow(folders, workspace);
}

async function whyNotGitHere({ git }: ProvenReads, place: ProvenPlace) {
  if (git.length === 0) return undefined;
  const found = await lookAtGit(git, place);
  return 'why' in found ? found.why : undefined;
}

/** git only reads in the environment that a proven line runs in, which is not the one beside other parts. */
function withoutGit({ parts }: Analysis, proof: ProvenReads): ProvenReads {
  if (proof.git.length === 0) return proof;
  const why = unproven('git only reads where all of the line does');
  return { ...proof, parts: proof.parts.map((one, index) => (one.isProven && usesGit(parts, index) ? why : one)) };
}

function usesGit(parts: Analysis['parts'], index: number): boolean {
  const words = parts[index]?.words ?? [];
  return words.some(({ literal }) => literal === undefined || /(^|\/)git$/.test(literal));
}

const isFile = (real: string | undefined): boolean =>
  real !== undefined && statSync(real, { throwIfNoEntry: false })?.isFile() === true;
