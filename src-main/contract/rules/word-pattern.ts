import { text } from '../schema/plain-schemas.ts';
import * as z from '../schema/zod.ts';

/**
 * Type of a word: anything but an option; a path inside the workspace; a number; the name of a test, a script or a
 * branch.
 */
export const WordType = z.enum(['word', 'path', 'number', 'name']);
export type WordType = z.infer<typeof WordType>;

/** One word of a command, or, last, any number of further words. */
export const WordPattern = z.union([
  /** Itself. */
  text,
  /** `rest`: safe options and operands as the table of programs has them; of a program that is not in it, words that are no options. */
  z.strictObject({ any: z.enum([...WordType.options, 'rest']) }),
  /** One of these, to the letter. */
  z.strictObject({ options: z.array(text.min(1)).min(1).max(100) }),
  /** An unquoted pattern of file names, as written. */
  z.strictObject({ glob: text.min(1) }),
  /** An unquoted or quoted variable that is printed. */
  z.strictObject({ variable: text.regex(/^[A-Za-z_]\w*$/) }),
  /** Safe options of the program, and operands of a type; of several types, each in its place and more of the last. */
  z.strictObject({ rest: z.union([WordType, z.literal('options'), z.array(WordType).min(1).max(8)]) }),
]);
export type WordPattern = z.infer<typeof WordPattern>;
