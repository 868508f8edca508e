import { useId } from 'react';
import type { ValuePath } from './draft-value.ts';
import { type FieldFrameProps, notesOf } from './field-frame.tsx';
import type { JsonSchema } from './json-schema.ts';
import type { SchemaFormState } from './use-schema-form.ts';

export interface LeafFieldProps {
  readonly form: SchemaFormState;
  readonly schema: JsonSchema;
  readonly path: ValuePath;
  readonly name: string;
  readonly value: unknown;
  readonly isNeeded: boolean;
  readonly beside?: FieldFrameProps['beside'];
}

/** Reads the words and the problem of a field of one value, and the attributes of its control. */
export function useFrame({ form, schema, path, name, isNeeded, beside }: LeafFieldProps) {
  const id = useId();
  const problem = form.problemWithin(path);
  const frame = { id, name: schema.title || name, description: fieldDescription(schema), problem, isNeeded, beside };
  return { frame, control: { id, ...notesOf(frame), onBlur: () => form.touch(path) } };
}

function fieldDescription({ description, pattern }: JsonSchema): string | undefined {
  const form = typeof pattern === 'string' ? `Must match: ${pattern}` : undefined;
  return typeof description !== 'string' ? form : form === undefined ? description : `${description}\n${form}`;
}
