import { BUILDERS } from './builders.ts';
import { CONTAINERS } from './containers.ts';
import type { Form, ProgramTable } from './form.ts';
import { GIT } from './git.ts';
import { INTERPRETERS } from './interpreters.ts';
import { NETWORK } from './network.ts';
import { NODE_TOOLS } from './node-tools.ts';
import { PACKAGE_MANAGERS } from './package-managers.ts';
import { READERS } from './readers.ts';
import { WRITERS } from './writers.ts';

const TABLE: ReadonlyMap<string, ProgramTable> = new Map(
  [{ git: GIT }, READERS, WRITERS, NODE_TOOLS, PACKAGE_MANAGERS, BUILDERS, CONTAINERS, NETWORK, INTERPRETERS].flatMap(
    (table) => Object.entries<ProgramTable>(table),
  ),
);

/** The form of a program with these words, and how many of them name its sub-command. */
export interface FoundForm {
  readonly form: Form;
  readonly verbs: number;
}

export const isKnownProgram = (program: string): boolean => TABLE.has(program);

/** Undefined where nothing may be left open: the program or its sub-command is not known, or runs what it is given. */
export function formOf(program: string, words: readonly (string | undefined)[]): FoundForm | undefined {
  let table = TABLE.get(program);
  for (let at = 0; table !== undefined; at += 1) {
    const verb = words[at];
    const next: ProgramTable | undefined =
      verb !== undefined && table.verbs && Object.hasOwn(table.verbs, verb) ? table.verbs[verb] : undefined;
    if (next === undefined) return table.form && { form: table.form, verbs: at };
    table = next;
  }
  return undefined;
}
