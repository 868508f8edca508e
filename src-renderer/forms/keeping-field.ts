import { pathKey, type ValuePath } from './draft-value.ts';
import { FILL_IN } from './form-problems.ts';
import type { ReadText } from './typed-fields.ts';
import type { SchemaFormState } from './use-schema-form.ts';

/** The form for a field that a person has added: emptied it stays, to be filled in again, until it is removed. */
export function keepingField(form: SchemaFormState, field: ValuePath): SchemaFormState {
  const isField = (path: ValuePath) => pathKey(path) === pathKey(field);
  const isNothing = ({ value, problem }: ReadText) => value === undefined && problem === undefined;
  return {
    ...form,
    setAt: (path, value) => form.setAt(path, value === undefined && isField(path) ? '' : value),
    typeAt: (path, text, read) =>
      form.typeAt(path, text, isField(path) && isNothing(read) ? { problem: FILL_IN, isEmptied: true } : read),
  };
}
