import type { RepositoryShows } from './declaration.ts';
import { has, type ParsedArguments } from './parsed-arguments.ts';
import type { ArgumentWord } from './read-arguments.ts';

export const PATHS = { operands: 'path*' } as const;
/** Openness of operands that are revisions or branches, or paths that read as one: a rule may leave them open. */
export const NAMES = { isReading: true, operands: 'name*' } as const;

/** Selects what is shown by whether one of the options is given. */
export const ifGiven =
  (names: string, shows: RepositoryShows, otherwise: RepositoryShows) =>
  (read: ParsedArguments<ArgumentWord>): RepositoryShows =>
    has(read, ...names.split(' ')) ? shows : otherwise;
