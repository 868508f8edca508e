import { type ReactNode, useId } from 'react';
import { IconButton } from '../ui/button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import type { ValuePath } from './draft-value.ts';
import { FieldNotes } from './field-frame.tsx';
import type { JsonSchema } from './json-schema.ts';
import styles from './schema-form.module.css';
import type { SchemaFormState } from './use-schema-form.ts';

export interface FieldsProps {
  readonly form: SchemaFormState;
  readonly schema: JsonSchema;
  readonly path: ValuePath;
  readonly value: unknown;
}

export interface AnyFieldProps extends FieldsProps {
  readonly name: string;
  readonly isNeeded: boolean;
  readonly beside?: ReactNode;
}

export interface GroupProps {
  readonly title: string;
  readonly description: string | undefined;
  readonly problem: string | undefined;
  readonly remove: ReactNode;
  readonly children: ReactNode;
}

export function Group({ title, description, problem, remove, children }: GroupProps) {
  const id = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>
        <VisibleText text={title} />
      </legend>
      <FieldNotes id={id} description={description} problem={problem} />
      {children}
      {remove === undefined ? undefined : <span>{remove}</span>}
    </fieldset>
  );
}

export function RemoveButton({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  return <IconButton label={`Remove ${name}`} icon="close" size="small" onClick={onClick} />;
}
