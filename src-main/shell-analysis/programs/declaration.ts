/**
 * Declaration of a program, with each fact once; the effects of a line, the proof, the filters and the rules are read
 * from it.
 */
import type { PlainCode } from '../doubt-sentences.ts';
import type { EffectSink } from '../effect-sink.ts';
import type { Word } from '../model.ts';
import type { EndlessTest } from './endless.ts';
import type { OptionGroups } from './option-table.ts';
import type { ParsedArguments } from './parsed-arguments.ts';
import type { ArgumentWord } from './read-arguments.ts';
import type { SilenceTest } from './silent.ts';

/** A folder that is read with all below it. */
export interface RecursiveRead {
  /** Whether links in it are followed. */
  readonly isFollowing: boolean;
  /** Whether only what lies in the folder itself is read, and nothing in the folders below. */
  readonly isFlat?: boolean;
  /** Whether names, kinds and sizes are shown, and no contents. */
  readonly showsNames?: boolean;
  /** Patterns in small letters; only files whose name fits one are read. */
  readonly names?: readonly string[] | undefined;
  /** Patterns that are searched for, by which hidden files may be searched, too; without, all hidden ones are. */
  readonly hiddenOnlyBy?: readonly string[] | undefined;
}

/** Commits and the like, what is in the working tree by name, contents of files, addresses. */
export type RepositoryShows = 'history' | 'tree' | 'contents' | 'addresses';

/** Proof that a program only reads. All its options must be `proven`, and its operands of their kinds. */
export interface ReadOnlyConditions {
  /** Kinds of the operands where they depend on the options. */
  readonly operands?: (read: ParsedArguments<ArgumentWord>) => string;
  /** Explains why options and operands together do not only read, or returns nothing. */
  readonly whyNot?: (read: ParsedArguments<ArgumentWord>) => string | undefined;
  /** Part of its repository that a call of git shows. */
  readonly shows?: RepositoryShows | ((read: ParsedArguments<ArgumentWord>) => RepositoryShows);
  /**
   * Cases in which the call needs a repository, because without one it would do something else: always, or with two
   * existing files.
   */
  readonly needsRepository?: 'always' | 'between-files';
  /** Takes the place of all that: why these words do not only read, or nothing. */
  readonly whyNotWords?: (
    words: readonly string[],
    whyNotSee: (path: string) => string | undefined,
  ) => string | undefined;
}

/** Use of a program as a filter: all its options must be `filter`, and it may name no file. */
export interface FilterUse {
  /** Operands that are no files: so many at least, and at most. */
  readonly operands?: (read: ParsedArguments<ArgumentWord>) => { readonly least: number; readonly most: number };
  /** Whether `-` may stand for standard input. */
  readonly takesDash?: boolean;
  /** Whether it may end before it has read everything; undefined if it is no filter. */
  readonly closesEarly?: (read: ParsedArguments<ArgumentWord>) => boolean | undefined;
  /** Its own language could write files or run programs, so that every word must be known. */
  readonly isScripted?: boolean;
}

/** Words of a program that a rule may leave open. */
export interface RuleUse {
  /** Kinds of operands that may be open, where they are not those of the program. */
  readonly operands?: string;
  /** Paths are only read, so that files that run code may be among them. */
  readonly isReading?: boolean;
  /**
   * Whether the rule is only for commands that stay in the box: it runs code of the workspace, or writes what the words
   * do not name.
   */
  readonly isBoxed?: boolean;
}

/** Way in which a program runs another one, and the position of that one in its words. */
export interface RunDeclaration {
  /** Operands before the command. */
  readonly skip?: number;
  /** Whether `NAME=value` may stand before the command. */
  readonly takesAssignments?: boolean;
  /** An option whose value is text for a shell. */
  readonly text?: string;
  /** Its options may stand behind its operands. */
  readonly isAnyOrder?: true;
  /** The command's words are put together to text for a shell, unless one of `asWords` is given. */
  readonly joins?: boolean;
  readonly asWords?: readonly string[];
  /** Mark behind which each word is text for a shell, where no command stands before it. */
  readonly listMark?: string;
  /** Reason why what it runs is not wholly known, if it never is. */
  readonly doubt?: PlainCode;
  /** Reason why its effect without a command is unknown; undefined if it then does nothing. */
  readonly alone?: PlainCode;
}

type RecordEffects = (read: ParsedArguments<Word>, sink: EffectSink) => void;

/** Requirements of a program on the place in which it runs, and what it changes there by itself. */
export interface PlaceNeeds {
  /** Whether it works with other processes, services, keys or windows of the person, none of which are in the box. */
  readonly isOutside?: true;
  /** Whether it only sees processes, and in the box those in there; that suffices for the mode Workspace. */
  readonly showsBox?: true;
  /** Sub-commands of such a program that may do with files alone, and are tried in the box in the mode Workspace. */
  readonly mayStay?: string;
  /** Sub-commands that load something from other machines. */
  readonly loading?: string;
  /** Whether it also loads something without a sub-command. */
  readonly loadsByItself?: true;
  /** Sub-commands that store or load with the person's keys. */
  readonly withKeys?: string;
  /** Paths that it changes when it loads something, relative to the folder it runs in. */
  readonly changes?: readonly string[];
}

/** Source of the scripts that a program runs by name. */
export type ScriptSource =
  | {
      readonly kind: 'package.json';
      /** A script is a sub-command, too, as in `yarn build`. */
      readonly runsByName?: true;
      /** Options whose value names a workspace in which it runs. */
      readonly memberOptions?: readonly string[];
      /** Sub-command with a workspace, and what is run there, behind it. */
      readonly memberVerb?: string;
      /** Sub-command that runs what stands behind it in several workspaces. */
      readonly allVerb?: string;
      /** Options of that sub-command whose value is the next word. */
      readonly allValued?: readonly string[];
      /** Options without a value that choose packages. */
      readonly choosingOptions?: readonly string[];
      /** Options whose value chooses packages. */
      readonly filterOptions?: readonly string[];
      /** Whether every package below is a workspace where none are listed. */
      readonly isUnlisted?: true;
    }
  /** `isAround` where the folders above are searched, too. */
  | { readonly kind: 'file'; readonly names: readonly string[]; readonly isAround?: true }
  /**
   * `flags` are letters of options that may stand before the script, `valued` those whose value is the next word, `joined` those
   * with which it may be the rest of theirs; of `long` ones those with `=` have it in the same word. `loading` options are
   * given a file or a module that runs before the script, and `module` one in place of it; `endings` stand behind their names, none where a blank comes first.
   */
  | ({ readonly kind: 'first-word' } & Readonly<Partial<Record<FirstWordKey, string>>>);

type FirstWordKey = 'flags' | 'valued' | 'joined' | 'long' | 'loading' | 'module' | 'endings';

export interface ProgramDeclaration {
  readonly options?: OptionGroups;
  /** Whether it knows `--help` and `--version` as nearly all do. */
  readonly isUncommon?: true;
  /**
   * Kinds of the operands in their order, `?` may be missing, `*` any number; none when left out. A kind says what a word names:
   * `read`, `see` (only name, size and the like are shown), `write`, `delete`, `send`, `unsure`, `exact` (code, a script, a filter),
   * a choice with `|`, or a kind of `value-kinds`.
   */
  readonly operands?: string;
  /** Whether an operand `-` is a file of that name, and not the input or the output. */
  readonly namesDash?: true;
  /** Options in whose presence the first operand is missing. */
  readonly standIns?: readonly string[];
  /** Options end at the first operand. */
  readonly isInOrder?: true;
  /** Long options have one dash, as Go's. */
  readonly hasSingleDash?: true;
  /** Its first word may be letters of options without a dash. */
  readonly hasBareOptions?: true;
  /** Words that look like options are operands, as of `echo`. */
  readonly isLenient?: true;
  /** Whether it opens the files that it writes, as a redirection does; others may put a new file in their place. */
  readonly opensTargets?: true | ((read: ParsedArguments<Word>) => boolean);
  /** Options that mean whole trees of folders; `*` for always. */
  readonly trees?: readonly string[];
  /** Folder that is read when there is no operand. */
  readonly otherwise?: '.';
  /** Determines how folders among the operands are read with everything below them. */
  readonly below?: (read: ParsedArguments<ArgumentWord>) => RecursiveRead | undefined;
  /** Determines in which files the names lie that it prints, a line each. */
  readonly lists?: (read: ParsedArguments<ArgumentWord>) => RecursiveRead | undefined;
  /** Takes the place of `operands` where effects are said. */
  readonly says?: RecordEffects;
  /** Effects beyond those of its options and operands. */
  readonly saysToo?: RecordEffects;
  /** Its options end at the first operand, and it knows no others than those. */
  readonly runs?: RunDeclaration;
  /** Pattern of a first word with which it only tells where programs are, and runs none. */
  readonly question?: RegExp;
  /** Runs text or a file of the shell's language. */
  readonly isShell?: true;
  readonly readsOnly?: true | ReadOnlyConditions;
  readonly filter?: FilterUse;
  /** Use in rules; undefined for a program that rules do not know; `exact`: none of its words may be open. */
  readonly rule?: 'exact' | RuleUse;
  readonly verbs?: ProgramDeclarations;
  readonly needs?: PlaceNeeds;
  readonly scripts?: ScriptSource;
  /** Words with which it does not end by itself; `as-it-runs`: as the program that it is told to run. */
  readonly endless?: EndlessTest | 'as-it-runs';
  /** Words with which it prints nothing. */
  readonly silent?: SilenceTest;
  /** Whether it changes the shell's own state: without effect when another program runs it. */
  readonly isOfShell?: true;
  /** Reason why its words do not tell what it does: it runs text it is given, or is a tool of its own. */
  readonly opaque?: 'interpreter' | 'tool';
  /** Tests the words with which such a program does no more than read the files that they name, and print. */
  readonly onlyPrints?: (words: readonly Word[]) => boolean;
  /** Words any of which, given alone, only shows its version. */
  readonly versionWords?: string;
}

export type ProgramDeclarations = Readonly<Record<string, ProgramDeclaration>>;
