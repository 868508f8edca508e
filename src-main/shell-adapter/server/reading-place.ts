import { realOrSame } from '#core/files/real-path';
import { AdapterError, type CommandPlace } from '../shells/model.ts';

/** A line that only reads; folders with their links resolved. */
interface ReadingLine {
  readonly command: string;
  readonly cwd: string;
  readonly workspace: string;
}

export type NeutralGit = (
  line: ReadingLine,
) => Promise<{ readonly environment: Readonly<Record<string, string>> } | { readonly why: string }>;

/** Gives the place of a line that only reads the environment of its git. @throws AdapterError spawn_failed: it is no longer sure */
export async function withNeutralGit(
  place: CommandPlace,
  { command, cwd }: Pick<ReadingLine, 'command' | 'cwd'>,
  { workspace, neutralGit }: { readonly workspace: string; readonly neutralGit: NeutralGit },
): Promise<CommandPlace> {
  if (place.runs !== 'read-only') return place;
  const found = await neutralGit({ command, cwd: await realOrSame(cwd), workspace });
  if ('why' in found) throw new AdapterError('spawn_failed', `${NOT_READING}: ${found.why}`);
  return { ...place, environment: found.environment };
}

const NOT_READING = 'Not run: it was allowed because it only reads, and that is no longer sure';
