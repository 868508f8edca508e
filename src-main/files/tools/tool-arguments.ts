import { z } from 'zod';
import { ToolError } from '#tools';

/** Schema of a text without half a character, which would silently become U+FFFD in UTF-8. */
export const writableText = z
  .string()
  .refine(
    (text) => !/\p{Surrogate}/u.test(text),
    'contains half of a character (a lone surrogate), which no file can hold',
  );

/** @throws ToolError naming every field that does not fit. */
export function checkArguments<Schema extends z.ZodType>(schema: Schema, args: unknown): z.output<Schema> {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${fieldName(issue.path)}: ${issue.message}`);
  throw new ToolError(`The arguments do not fit. ${problems.join('; ')}`);
}

/** Writes the path of a field, such as `edits[0].oldText`. */
function fieldName(path: readonly PropertyKey[]): string {
  const written = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return written === '' ? 'arguments' : written.replace(/^\./, '');
}

/** The JSON Schema a model is given. */
export function parametersOf(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema: _, ...parameters } = z.toJSONSchema(schema, { io: 'input' });
  return parameters;
}
