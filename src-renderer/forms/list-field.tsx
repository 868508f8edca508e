import { Fragment, type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { initialValue } from './draft-value.ts';
import { type AnyFieldProps, Group, RemoveButton } from './field-group.tsx';
import { resolveSchema } from './json-schema.ts';
import styles from './schema-form.module.css';

export interface ListFieldProps extends AnyFieldProps {
  /** Draws one item. */
  readonly item: (props: AnyFieldProps) => ReactNode;
}

/** A list, item by item. */
export function ListField({ form, schema, path, name, value, beside, item: draw }: ListFieldProps) {
  const items = resolveSchema(schema.items, form.root);
  const list = Array.isArray(value) ? value : [];
  const [removals, setRemovals] = useState(0);
  const remove = (index: number) => {
    form.removeItem(path, index);
    setRemovals(removals + 1);
  };
  const title = schema.title || name;
  const isFull = schema.maxItems !== undefined && list.length >= schema.maxItems;
  return (
    <Group title={title} description={schema.description} problem={form.problemAt(path)} remove={beside}>
      <div className={styles.items}>
        {list.map((item: unknown, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have nothing else; after one was removed, all are drawn anew.
          <Fragment key={`${removals}:${index}`}>
            {draw({
              form,
              schema: items,
              path: [...path, index],
              name: `${title} ${index + 1}`,
              value: item,
              isNeeded: true,
              beside: <RemoveButton name={`${title} ${index + 1}`} onClick={() => remove(index)} />,
            })}
          </Fragment>
        ))}
      </div>
      <Button
        size="small"
        className={styles.mode}
        aria-label={`Add an item to ${title}`}
        disabled={isFull}
        onClick={() => form.setAt([...path, list.length], initialValue(items, form.root))}
      >
        Add an item
      </Button>
    </Group>
  );
}
