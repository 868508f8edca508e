import type { Assignment, Redirection, Span, Word } from './model.ts';

/** One command of a pipeline. */
export interface Stage {
  readonly span: Span;
  /** Text as written, with its redirections and without its surroundings. */
  readonly text: string;
  /** A simple command; of all else (groups, subshells, loops …) words, assignments and redirections are empty. */
  readonly isSimple: boolean;
  /** The program first; `words[0].text` is the name as written, `.literal` without quotes. */
  readonly words: readonly Word[];
  readonly assignments: readonly Assignment[];
  /** Redirections, including here-documents and here-strings. */
  readonly redirections: readonly Redirection[];
  /** A command or process substitution in any of its words, assignments, redirections or here-documents. */
  readonly hasSubstitution: boolean;
}

/** One member of an and-or list: a pipeline, of one stage or more. */
export interface Member {
  readonly span: Span;
  readonly text: string;
  readonly isNegated: boolean;
  readonly isTimed: boolean;
  readonly stages: readonly Stage[];
  /** Operators that join the stages: one less than there are stages. */
  readonly pipes: readonly ('|' | '|&')[];
}

/** The first statement of a line, as the guard takes it apart. */
export interface Pipeline {
  readonly line: string;
  /** Number of statements in the whole line. If it is not 1, `members` are those of the first. */
  readonly statements: number;
  readonly isBackground: boolean;
  readonly members: readonly Member[];
  /** Operators that join the members: one less than there are members. */
  readonly operators: readonly ('&&' | '||')[];
  /** Anywhere in the line. */
  readonly hasHereDocument: boolean;
  /** Text after the statement without blanks: nothing, `;`, `&`, comments, here-documents. */
  readonly trailing: string;
  readonly errors: readonly string[];
}
