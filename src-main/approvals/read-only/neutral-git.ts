/** Environment in which git runs in a line that is allowed because it only reads, read again just before it starts. */
import { realOrSame } from '#core/files/real-path';
import { analyseSafely } from '#shell-analysis';
import { diskNow } from '../disk.ts';
import { lookAtGit } from './git/look.ts';
import { neutralEnvironment } from './git/neutral-environment.ts';
import { readOnly } from './index.ts';

export interface ReadOnlyLine {
  readonly command: string;
  readonly cwd: string;
  readonly workspace: string;
  /** Folder of the person's own git settings; absolute. */
  readonly home: string;
}

export type GitEnvironment = Readonly<Record<string, string>>;

/** The environment of git for a line, or why git would no longer only read; none if the line does not use git. */
export async function neutralGit(
  line: ReadOnlyLine,
): Promise<{ readonly environment: GitEnvironment } | { readonly why: string }> {
  const analysis = await analyseSafely(line.command);
  const place = { ...line, workspace: await realOrSame(line.workspace) };
  const proof = readOnly(analysis, { ...place, ...diskNow() });
  if (proof.git.length === 0) {
    // Programs that run git by themselves find at least nothing of the person's.
    return { environment: await neutralEnvironment({ tops: [], settings: [] }, place) };
  }
  if (!proof.line.isProven) return { why: proof.line.why };
  const diskFacts = await lookAtGit(proof.git, place);
  return 'why' in diskFacts ? diskFacts : { environment: await neutralEnvironment(diskFacts, place) };
}
