/** Words that a rule may leave open for a program, by its declaration. */
import type { RulePlaceName, WordType } from '#contract';
import {
  type Argument,
  type ArgumentWord,
  argumentSyntaxOf,
  operandKinds,
  optionsOf,
  PROGRAMS,
  type ProgramDeclaration,
  plainWords,
  readArguments,
} from '#shell-analysis';

/**
 * Type of an operand in an open rule; `exact` stays as written: code, a script, a filter, an address; `branch` is a
 * name that does not say where it goes. Other texts are choices with `|` between them.
 */
export type OperandType = WordType | 'exact' | 'branch' | Choice;
type Choice = `${string}|${string}`;

const isChoice = (kind: string): kind is Choice => kind.includes('|');

export interface Form {
  readonly declared: ProgramDeclaration;
  /** Operand types by position. */
  readonly operands: readonly OperandType[];
  /** Whether more operands of the last type may follow. */
  readonly hasMore: boolean;
  /** Paths are only read, so that files that run code may be among them. */
  readonly isReading: boolean;
  /** Whether it applies only to commands that stay in the box. */
  readonly isBoxed: boolean;
}

/** The form of a program with these words, and how many of them name its sub-command. */
export interface FoundForm {
  readonly form: Form;
  readonly verbs: number;
}

/** One option with its value, or one operand, of a program's words. */
export interface GivenWord {
  readonly kind: 'option' | 'kept' | 'operand';
  /** Index of its first word, and how many it takes. */
  readonly at: number;
  readonly length: number;
  /** Text of an operand, or value of an option. */
  readonly value: string | undefined;
  /** Type of the value, or its choices with `|` between them. */
  readonly type: string;
}

/** Type for each kind of value or operand; choices stay as they are. */
const TYPES: Readonly<Record<string, OperandType>> = {
  number: 'number',
  amount: 'number',
  signed: 'number',
  few: 'number',
  duration: 'number',
  text: 'word',
  word: 'word',
  list: 'word',
  range: 'word',
  assignment: 'word',
  name: 'name',
  program: 'name',
  types: 'name',
  branch: 'branch',
  read: 'path',
  see: 'path',
  write: 'path',
  delete: 'path',
  disk: 'path',
  folder: 'path',
  input: 'path',
  path: 'path',
};

const forms = new Map<ProgramDeclaration, Form>();

export const isKnownProgram = (program: string): boolean => PROGRAMS.get(program)?.rule !== undefined;

/** Place that a rule lets a command run in, which decides what it may leave open. */
type AllowedPlace = RulePlaceName | undefined;

/**
 * Finds the form of a program's words; undefined if nothing may be left open: the program or its sub-command is
 * unknown, or runs what it is given.
 */
export function formOf(
  program: string,
  words: readonly (string | undefined)[],
  runs?: AllowedPlace,
): FoundForm | undefined {
  let declared = PROGRAMS.get(program);
  for (let at = 0; declared !== undefined; at += 1) {
    const verb = words[at];
    const next: ProgramDeclaration | undefined =
      verb !== undefined && declared.verbs && Object.hasOwn(declared.verbs, verb) ? declared.verbs[verb] : undefined;
    if (next === undefined) {
      const form = knownForm(declared);
      return form && !(form.isBoxed && runs !== 'box') ? { form, verbs: at } : undefined;
    }
    declared = next;
  }
  return undefined;
}

function knownForm(declared: ProgramDeclaration): Form | undefined {
  const { rule, operands = '' } = declared;
  if (rule === undefined || rule === 'exact') return undefined;
  const known = forms.get(declared);
  if (known !== undefined) return known;
  const kinds = operandKinds(rule.operands ?? operands);
  const form = {
    declared,
    operands: kinds.map(({ kind }) => TYPES[kind] ?? (isChoice(kind) ? kind : 'exact')),
    hasMore: kinds.at(-1)?.isRepeated === true,
    isReading: rule.isReading === true,
    isBoxed: rule.isBoxed === true,
  };
  forms.set(declared, form);
  return form;
}

/** Words read as the program would; undefined when an option is not one that a rule understands. */
export function readGivenWords(
  words: readonly string[],
  { declared }: Form,
  runs: AllowedPlace,
): GivenWord[] | undefined {
  const read = readArguments(plainWords(words), optionsOf(declared), argumentSyntaxOf(declared));
  const found = read.map((one) => givenWord(one, runs));
  return found.every((one) => one !== undefined) ? found : undefined;
}

function givenWord(one: Argument<ArgumentWord>, runs: AllowedPlace): GivenWord | undefined {
  if (one.type === 'unknown') return undefined;
  if (one.type === 'operand') return { kind: 'operand', at: one.at, length: 1, value: one.word.text, type: '' };
  const { option, at, length } = one;
  const isOpen = option.grades.has('open') || (runs === 'box' && option.grades.has('boxed'));
  const kind = isOpen ? 'option' : option.grades.has('kept') ? 'kept' : undefined;
  const value = option.kind === '' ? undefined : one.value;
  return kind && { kind, at, length, value, type: TYPES[option.kind] ?? option.kind };
}
