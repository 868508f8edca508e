/** Meaning and effects of a command line, as far as its text proves them. */
import type { DoubtCode } from './doubt-code.ts';

/** UTF-16 offsets into the line. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Expansion = 'parameter' | 'command' | 'process' | 'arithmetic' | 'glob' | 'tilde' | 'brace' | 'history';

export interface Word {
  readonly span: Span;
  /** Word as written, with its quotes. */
  readonly text: string;
  /** Literal text of the word for bash if nothing in it has to be expanded; otherwise undefined. */
  readonly literal: string | undefined;
  readonly expansions: ReadonlySet<Expansion>;
  /** Whether any of it is quoted or escaped. */
  readonly isQuoted: boolean;
}

export interface Assignment {
  readonly span: Span;
  readonly name: string;
  /** Assigned word; undefined for arrays and for names with a subscript. */
  readonly value: Word | undefined;
}

export interface Redirection {
  readonly span: Span;
  /** Operator as written, without its descriptor: `>`, `>>`, `<`; `2>&1` has `>&`. */
  readonly operator: string;
  readonly descriptor: number | undefined;
  /** Target word; undefined for here-documents. */
  readonly target: Word | undefined;
  /** The body of a here-document or here-string; `isLiteral` when nothing in it is expanded. */
  readonly here: { readonly text: string; readonly isLiteral: boolean } | undefined;
}

/** Kind of a construct around a simple command, from the outermost. */
export type EnclosingConstruct =
  | 'pipeline'
  | 'and-or'
  | 'negation'
  | 'background'
  | 'subshell'
  | 'group'
  | 'loop'
  | 'condition'
  | 'case'
  | 'function'
  | 'substitution'
  | 'process-substitution'
  | 'wrapper';

/** One simple command, also one that a wrapper such as `sudo`, `env`, `xargs`, `find -exec` or `sh -c` runs. */
export interface SimpleCommand {
  readonly span: Span;
  /** Text as written; for an unfolded wrapper's command, the wrapper's words from there on. */
  readonly text: string;
  readonly assignments: readonly Assignment[];
  /** The program first. Of a bare assignment or redirection: none. */
  readonly words: readonly Word[];
  readonly redirections: readonly Redirection[];
  /** The first word where it is literal. */
  readonly program: string | undefined;
  readonly places: readonly EnclosingConstruct[];
  /** Programs that run this one, outermost first, such as `['sudo', 'env']`. */
  readonly wrappers: readonly string[];
  /** Index of its top-level statement, from 0. */
  readonly statement: number;
}

/** `run` is code from elsewhere than the line: a script, a subscript that is evaluated, an interpreter's text. */
export type EffectKind = 'read' | 'write' | 'delete' | 'send' | 'run';

export interface Effect {
  readonly kind: EffectKind;
  /** A path as written after quote removal, a host, or a program; `undefined` if it is known only when it runs. */
  readonly target: string | undefined;
  /** Whether folders below it are meant, too. */
  readonly isRecursive: boolean;
  /** The ending, such as `.js`, of each name that is meant below it, where all have one. */
  readonly ending?: string | undefined;
  /** Index into `parts`. */
  readonly part: number;
  /** The word that names it, where there is one; of an option, the option's. */
  readonly word?: Word | undefined;
  /** Whether what lies at a path of devices is changed or replaced itself, as by `mv a /dev/null`, where a redirection opens it. */
  readonly isOfNode?: boolean | undefined;
}

/** Effect that is there only if a path is a folder: `cp a b` writes `b/a` then. */
export interface EffectInFolder extends Effect {
  /** Path that has to be one, as written after quote removal. */
  readonly ifFolder: string;
}

/** Doubt about something that the text of a line does not prove. */
export interface Doubt {
  readonly span: Span;
  readonly code: DoubtCode;
  /** A short sentence for a person, such as `a variable is expanded`; no decision rests on it. */
  readonly why: string;
}

/** `for name in words; do …; done`, where it stands in the line as it is written. */
export interface Loop {
  readonly variable: string;
  readonly words: readonly Word[];
  readonly span: Span;
  /** Span of the body that is repeated. */
  readonly body: Span;
}

export interface Analysis {
  readonly line: string;
  /** Parts in source order; what a wrapper or a substitution runs follows the command that contains it. */
  readonly parts: readonly SimpleCommand[];
  readonly effects: readonly Effect[];
  /** Effects that depend on what the disk says of a path, none of which is among the others. */
  readonly effectsInFolders: readonly EffectInFolder[];
  /** Doubts that the text leaves. Only when it is empty do `effects` say everything. */
  readonly unknown: readonly Doubt[];
  /** Loops over words. */
  readonly loops: readonly Loop[];
  /** Types of the tree's nodes, by unbash's names, for callers with a closed list. */
  readonly nodeTypes: ReadonlySet<string>;
  /** Top-level statements: 1 when the line is one pipeline or list. */
  readonly statements: number;
  /** Errors of the parser, and why the rest was not examined; any makes the line unknown. */
  readonly errors: readonly string[];
}
