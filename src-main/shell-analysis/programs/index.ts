import { ARCHIVES } from './archives.ts';
import { BUILDERS } from './builders.ts';
import { BUILTINS } from './builtins.ts';
import { CONTAINERS } from './containers.ts';
import type { ProgramDeclaration } from './declaration.ts';
import { DEVICES } from './devices.ts';
import { FILES_SHOWN } from './files-shown.ts';
import { FIND } from './find.ts';
import { GIT } from './git.ts';
import { INTERPRETERS, OUTSIDE_TOOLS } from './interpreters.ts';
import { NETWORK } from './network.ts';
import { NODE_TOOLS } from './node-tools.ts';
import { type OptionTable, optionTable } from './option-table.ts';
import { PACKAGE_MANAGERS } from './package-managers.ts';
import type { ArgumentSyntax } from './read-arguments.ts';
import { SCRIPTED } from './scripted.ts';
import { SEARCHES } from './searches.ts';
import { SERVERS } from './servers.ts';
import { OTHER_PLACES, SHELLS } from './shells.ts';
import { SYSTEM } from './system.ts';
import { TEXT_FILTERS } from './text-filters.ts';
import { TEXT_SHOWN } from './text-shown.ts';
import { WRAPPERS } from './wrappers.ts';
import { WRITERS } from './writers.ts';

/** All programs that anything is known of, by name. */
export const PROGRAMS: ReadonlyMap<string, ProgramDeclaration> = new Map(
  [
    BUILTINS,
    FILES_SHOWN,
    TEXT_SHOWN,
    TEXT_FILTERS,
    SEARCHES,
    SCRIPTED,
    FIND,
    SYSTEM,
    WRITERS,
    DEVICES,
    ARCHIVES,
    NETWORK,
    CONTAINERS,
    PACKAGE_MANAGERS,
    NODE_TOOLS,
    BUILDERS,
    INTERPRETERS,
    OUTSIDE_TOOLS,
    SERVERS,
    GIT,
    WRAPPERS,
    OTHER_PLACES,
    SHELLS,
  ].flatMap((declarations) => Object.entries(declarations)),
);

const tables = new Map<ProgramDeclaration, OptionTable>();

/** The options of a program or a sub-command; read when they are first asked for. */
export function optionsOf(declaration: ProgramDeclaration): OptionTable {
  const known = tables.get(declaration);
  if (known !== undefined) return known;
  const isUncommon = declaration.isUncommon || declaration.runs !== undefined;
  const table = optionTable(declaration.options ?? {}, isUncommon ? {} : undefined);
  tables.set(declaration, table);
  return table;
}

/** Manner of reading the words of a program. */
export const argumentSyntaxOf = ({ isInOrder, hasSingleDash, runs }: ProgramDeclaration): ArgumentSyntax => ({
  isInOrder: isInOrder === true || runs !== undefined,
  hasSingleDash: hasSingleDash === true,
});

/** The interpreter that a program is; versions such as `python3.11` count as theirs. */
export function interpreterOf(name: string): ProgramDeclaration | undefined {
  const declared = PROGRAMS.get(name) ?? PROGRAMS.get(name.replace(/[\d.]+$/, ''));
  return declared?.opaque === 'interpreter' ? declared : undefined;
}
