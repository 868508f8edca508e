import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import { SchemaForm, type SchemaFormState, useSchemaForm } from '../../../src-renderer/forms/schema-form.tsx';

interface HostProps {
  readonly schema: Record<string, unknown>;
  readonly sent: 'json' | 'value';
  readonly onForm: (form: SchemaFormState) => void;
}

function Host({ schema, sent, onForm }: HostProps) {
  const form = useSchemaForm(schema, sent);
  onForm(form);
  return (
    <>
      <SchemaForm form={form} label="Arguments" />
      <button type="button" onClick={form.showProblems}>
        Go on
      </button>
    </>
  );
}

/** Shows a form; `form()` is its present state, and `goOn` asks it to show every problem. */
export function show(schema: Record<string, unknown>, sent: 'json' | 'value' = 'json') {
  let form: SchemaFormState | undefined;
  const onForm = (now: SchemaFormState) => {
    form = now;
  };
  const view = render(<Host schema={schema} sent={sent} onForm={onForm} />);
  onTestFinished(() => view.unmount());
  return {
    user: userEvent.setup(),
    form: () => {
      if (form === undefined) throw new Error('The form was not drawn');
      return form;
    },
    goOn: async () => userEvent.setup().click(screen.getByRole('button', { name: 'Go on' })),
  };
}
