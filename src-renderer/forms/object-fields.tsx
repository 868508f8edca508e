import { type ReactNode, useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { initialValue, ownField, pathKey, type ValuePath } from './draft-value.ts';
import { FieldFrame } from './field-frame.tsx';
import { type AnyFieldProps, type FieldsProps, Group, type GroupProps, RemoveButton } from './field-group.tsx';
import {
  additionalPropertiesSchema,
  fieldKind,
  isRequired,
  type JsonSchema,
  MAX_DEPTH,
  propertiesOf,
  resolveSchema,
  ticksOf,
} from './json-schema.ts';
import { keepingField } from './keeping-field.ts';
import { LeafField } from './leaf-field.tsx';
import { ListField } from './list-field.tsx';
import styles from './schema-form.module.css';
import { TicksField } from './ticks-field.tsx';

/** The fields of an object: those its schema names, then further ones where it invites them. */
export function ObjectFields({ form, schema, path, value }: FieldsProps) {
  const known = propertiesOf(schema);
  const names = new Set(known.map(([name]) => name));
  const further = additionalPropertiesSchema(schema);
  const added = Object.entries(typeof value === 'object' && value !== null ? value : {}).filter(
    ([name]) => !names.has(name),
  );
  return (
    <div className={styles.fields}>
      {known.map(([name, property]) => (
        <Place key={name} path={[...path, name]}>
          <AnyField
            form={form}
            schema={resolveSchema(property, form.root)}
            path={[...path, name]}
            name={name}
            value={ownField(value, name)}
            isNeeded={isRequired(schema, name)}
          />
        </Place>
      ))}
      {added.map(([name, field]) => (
        <Place key={`further ${name}`} path={[...path, name]}>
          <AnyField
            form={keepingField(form, [...path, name])}
            schema={resolveSchema(further, form.root)}
            path={[...path, name]}
            name={name}
            value={field}
            isNeeded
            beside={<RemoveButton name={name} onClick={() => form.setAt([...path, name], undefined)} />}
          />
        </Place>
      ))}
      {further === undefined ? undefined : (
        <NewField
          taken={[...names, ...added.map(([name]) => name)]}
          onAdd={(name) =>
            form.setAt([...path, name], initialValue(resolveSchema(further, form.root), form.root) ?? '')
          }
        />
      )}
    </div>
  );
}

/** Wrapper by which one of many fields is found. */
function Place({ path, children }: { readonly path: ValuePath; readonly children: ReactNode }) {
  return <div data-field={pathKey(path)}>{children}</div>;
}

/** The field of any kind; an object or a list that is not needed is there once it was added. */
export function AnyField(props: AnyFieldProps) {
  const { form, schema, path, value, isNeeded, name } = props;
  const kind = path.length >= MAX_DEPTH ? 'json' : fieldKind(schema);
  if (kind === 'json') return <LeafField {...props} schema={asJson(schema)} />;
  if (kind !== 'object' && kind !== 'array') return <LeafField {...props} />;
  if (ticksOf(schema, form.root) !== undefined) return <TicksField {...props} />;
  const title = schema.title || name;
  const words = { title, description: schema.description, problem: form.problemAt(path) };
  if (value === undefined) {
    const add = () => form.setAt(path, initialValue(schema, form.root) ?? (kind === 'array' ? [] : {}));
    return <AbsentField {...words} isNeeded={isNeeded} onAdd={add} />;
  }
  const remove = isNeeded ? undefined : <RemoveButton name={title} onClick={() => form.setAt(path, undefined)} />;
  const beside = props.beside ?? remove;
  if (kind === 'array') return <ListField {...props} beside={beside} item={(item) => <AnyField {...item} />} />;
  return (
    <Group {...words} remove={beside}>
      <ObjectFields form={form} schema={schema} path={path} value={value} />
    </Group>
  );
}

/** Removes the type, so that the value is asked for as JSON. */
function asJson({ title, description }: JsonSchema): JsonSchema {
  return { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
}

interface AbsentFieldProps extends Pick<GroupProps, 'title' | 'description' | 'problem'> {
  readonly isNeeded: boolean;
  readonly onAdd: () => void;
}

function AbsentField({ title, description, problem, isNeeded, onAdd }: AbsentFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} name={title} description={description} problem={problem} isNeeded={isNeeded}>
      <Button id={id} size="small" className={styles.mode} aria-label={`Add ${title}`} onClick={onAdd}>
        Add
      </Button>
    </FieldFrame>
  );
}

function NewField({ taken, onAdd }: { readonly taken: readonly string[]; readonly onAdd: (name: string) => void }) {
  const id = useId();
  const [name, setName] = useState('');
  const isTaken = taken.includes(name);
  const add = () => {
    if (name === '' || isTaken) return;
    onAdd(name);
    setName('');
  };
  return (
    <FieldFrame
      id={id}
      name="Name of a further field"
      isNeeded={false}
      problem={isTaken ? 'This name is already in use.' : undefined}
    >
      <span className={styles.buttons}>
        <input
          id={id}
          className={styles.input}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            // It would send the form.
            event.preventDefault();
            add();
          }}
        />
        <Button size="small" disabled={name === '' || isTaken} onClick={add}>
          Add field
        </Button>
      </span>
    </FieldFrame>
  );
}
