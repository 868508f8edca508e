import { screen, within } from '@testing-library/react';
import type { userEvent } from '@testing-library/user-event';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withValueAt } from '../../../src-renderer/forms/draft-value.ts';
import { problemsIn } from '../../../src-renderer/forms/form-problems.ts';
import { withGrowingTexts } from '../../../src-renderer/forms/growing-texts.ts';
import { fieldKind, resolveSchema } from '../../../src-renderer/forms/json-schema.ts';
import { show } from './show-form.tsx';

describe('a form made from a schema', () => {
  test('has a control for each kind of value and gives what was filled in', async () => {
    const { user, form } = show({
      type: 'object',
      required: ['city', 'days', 'units', 'verbose'],
      properties: {
        city: { type: 'string', description: 'Where' },
        days: { type: 'integer', minimum: 1 },
        units: { enum: ['metric', 'imperial'] },
        verbose: { type: 'boolean' },
        note: { type: 'string' },
      },
    });
    await user.type(screen.getByLabelText('city (needed)'), 'Oslo');
    await user.type(screen.getByLabelText('days (needed)'), '3');
    await user.selectOptions(screen.getByLabelText('units (needed)'), 'metric');
    await user.click(screen.getByLabelText('verbose'));
    expect(form().value).toEqual({ city: 'Oslo', days: 3, units: 'metric', verbose: true });
    expect(form().isValid).toBe(true);
    expect(screen.getByText('Where')).toBeDefined();
  });

  test('begins with the defaults and says nothing until a field was left', async () => {
    const { user, form } = show({
      type: 'object',
      required: ['city'],
      properties: { city: { type: 'string' }, days: { type: 'integer', default: 5 } },
    });
    expect(form().value).toEqual({ days: 5 });
    expect(form().isValid).toBe(false);
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByLabelText('city (needed)'));
    await user.tab();
    expect(screen.getByRole('alert').textContent).toBe('This is needed.');
    expect(screen.getByLabelText('city (needed)').getAttribute('aria-invalid')).toBe('true');
  });

  test.each([
    [{ type: 'integer' }, '2.5', 'This must be a whole number.'],
    [{ type: 'number' }, 'many', 'This must be a number.'],
    [{ type: 'number', maximum: 10 }, '11', 'It must be at most 10.'],
    [{ type: 'number', exclusiveMinimum: 0 }, '0', 'It must be more than 0.'],
    [{ type: 'number', multipleOf: 0.1 }, '0.25', 'It must be a multiple of 0.1.'],
    [{ type: 'integer' }, '12345678901234567890', 'A number this large would lose digits here; write it in the JSON.'],
    [{ type: 'string', minLength: 3 }, 'ab', 'At least 3 characters are needed.'],
    [{ type: 'string', format: 'email' }, 'me', 'This must be an e-mail address, such as me@example.org.'],
    [{ type: 'string', format: 'uri' }, 'nowhere', 'This must be a whole address, such as https://example.org.'],
  ])('%j refuses %j beside the field, and keeps it there', async (schema, typed, message) => {
    const { user, form } = show({ type: 'object', properties: { value: schema } });
    const field = screen.getByLabelText('value');
    await user.type(field, typed);
    await user.tab();
    expect(screen.getByRole('alert').textContent).toBe(message);
    expect(field).toHaveProperty('value', typed);
    expect(form().isValid).toBe(false);
  });

  test('nested objects and lists grow and shrink', async () => {
    const { user, form } = show({
      type: 'object',
      required: ['stops'],
      properties: {
        stops: {
          type: 'array',
          minItems: 1,
          items: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
        },
        place: { type: 'object', properties: { country: { type: 'string' } } },
      },
    });
    await user.click(screen.getByRole('button', { name: 'Add an item to stops' }));
    await user.type(screen.getByLabelText('city (needed)'), 'Oslo');
    await user.click(screen.getByRole('button', { name: 'Add an item to stops' }));
    await user.type(screen.getAllByLabelText('city (needed)')[1] as HTMLElement, 'Bergen');
    await user.click(screen.getByRole('button', { name: 'Add place' }));
    await user.type(screen.getByLabelText('country'), 'Norway');
    expect(form().value).toEqual({ stops: [{ city: 'Oslo' }, { city: 'Bergen' }], place: { country: 'Norway' } });
    await user.click(screen.getByRole('button', { name: 'Remove stops 1' }));
    await user.click(screen.getByRole('button', { name: 'Remove place' }));
    expect(form().value).toEqual({ stops: [{ city: 'Bergen' }] });
    expect(screen.getByLabelText('city (needed)')).toHaveProperty('value', 'Bergen');
  });

  test('several of some values are ticked, in the order of the schema', async () => {
    const { user, form } = show({
      type: 'object',
      properties: { days: { type: 'array', uniqueItems: true, items: { enum: ['mon', 'tue', 'wed'] } } },
    });
    const group = within(screen.getByRole('group', { name: 'days' }));
    await user.click(group.getByLabelText('wed'));
    await user.click(group.getByLabelText('mon'));
    expect(form().value).toEqual({ days: ['mon', 'wed'] });
    await user.click(group.getByLabelText('wed'));
    await user.click(group.getByLabelText('mon'));
    expect(form().value).toEqual({});
  });

  test('further fields are added by name where the schema invites them, and no name is taken twice', async () => {
    const { user, form } = show({
      type: 'object',
      properties: { a: { type: 'string' } },
      additionalProperties: { type: 'number' },
    });
    await user.type(screen.getByLabelText('Name of a further field'), 'a');
    expect(screen.getByRole('button', { name: 'Add field' })).toHaveProperty('disabled', true);
    await user.clear(screen.getByLabelText('Name of a further field'));
    await user.type(screen.getByLabelText('Name of a further field'), 'weight{Enter}');
    await user.clear(screen.getByLabelText('weight (needed)'));
    await user.type(screen.getByLabelText('weight (needed)'), '7');
    expect(form().value).toEqual({ weight: 7 });
    await user.click(screen.getByRole('button', { name: 'Remove weight' }));
    expect(form().value).toEqual({});
  });

  test('named constants are choices by their names', async () => {
    const { user, form } = show({
      type: 'object',
      properties: {
        size: {
          oneOf: [
            { const: 's', title: 'Small' },
            { const: 'l', title: 'Large' },
          ],
        },
      },
    });
    await user.selectOptions(screen.getByLabelText('size'), 'Large');
    expect(form().value).toEqual({ size: 'l' });
  });

  test('what no control fits is written as JSON, and half of it holds the form back', async () => {
    const { user, form } = show({
      type: 'object',
      properties: { any: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    });
    const field = screen.getByLabelText('any as JSON');
    await user.type(field, '[[1, ');
    expect(form().isValid).toBe(false);
    await user.type(field, '2]');
    expect(form().value).toEqual({ any: [1, 2] });
    expect(form().isValid).toBe(true);
  });

  test('the whole can be written as JSON: large numbers keep their digits, and the fields come back', async () => {
    const { user, form, goOn } = show({ type: 'object', required: ['id'], properties: { id: { type: 'number' } } });
    await user.click(screen.getByRole('button', { name: 'Write as JSON' }));
    const field = screen.getByLabelText('JSON');
    await user.clear(field);
    await user.type(field, '{{"id": ');
    await goOn();
    expect(screen.getByRole('alert').textContent).toContain('This is not JSON');
    await user.type(field, '12.50}');
    expect(form().json).toBe('{"id": 12.50}');
    await user.click(screen.getByRole('button', { name: 'Show as a form' }));
    expect(screen.getByLabelText('id (needed)')).toHaveProperty('value', '12.5');
  });

  const large = '{"id": 12345678901234567890, "any": [12345678901234567890]}';
  const ids = { type: 'object', properties: { id: { type: 'integer', minimum: 0 }, any: {} } };
  const typeJson = async (user: ReturnType<typeof userEvent.setup>, text: string) => {
    await user.click(screen.getByRole('button', { name: 'Write as JSON' }));
    await overtype(user, text);
  };
  const overtype = async (user: ReturnType<typeof userEvent.setup>, text: string) => {
    const field = screen.getByLabelText('JSON');
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
  };

  test('a large number that was typed as JSON is sent with its digits where the text is sent', async () => {
    const { user, form } = show(ids);
    await typeJson(user, large);
    expect(form()).toMatchObject({ isValid: true, json: large });
    await overtype(user, '{"id": -12345678901234567890}');
    expect(form().problems).toEqual([{ path: ['id'], message: 'It must be at least 0.' }]);
  });

  test('a large number is not sent with other digits than were typed where the value is sent', async () => {
    const { user, form } = show(ids, 'value');
    await typeJson(user, large);
    expect(form().problems.map(({ path }) => path)).toEqual([['id'], ['any']]);
    expect(form().problems[0]?.message).toBe('A number this large would lose digits, so it cannot be sent.');
  });

  test('a field for any JSON takes no number whose digits it would change', async () => {
    const { user, form, goOn } = show({ type: 'object', properties: { any: {} } });
    await user.type(screen.getByLabelText('any as JSON'), '{{"n": 12345678901234567890}');
    expect(form().isValid).toBe(false);
    await goOn();
    expect(screen.getByRole('alert').textContent).toContain('would lose digits');
  });

  test('a hidden character in a name or description is drawn as a box', () => {
    show({ type: 'object', properties: { 'ci\u202ety': { type: 'string', description: 'a\u200bb' } } });
    expect(screen.getAllByRole('img').map((box) => box.textContent)).toEqual(['U+202E', 'U+200B']);
  });
});

describe('schemas from outside', () => {
  test('a hidden character in the name of a group, a tick or a choice is seen, too', () => {
    const properties = {
      group: { type: 'object', title: 'gro\u202eup' },
      tick: { type: 'boolean', title: 'ti\u200bck', default: true },
      several: { type: 'array', uniqueItems: true, items: { enum: ['o\u200bne', 'two'] } },
      choice: { enum: ['ch\u202eoice'] },
    };
    show({ type: 'object', required: ['group'], properties });
    expect(screen.getAllByRole('img').map((box) => box.textContent)).toEqual(['U+202E', 'U+200B', 'U+200B']);
    expect(screen.getByRole('option', { name: 'ch[U+202E]oice' })).toBeTruthy();
  });

  test('a field that is allowed by its pattern is no unknown one', () => {
    const schema = { type: 'object', patternProperties: { '^x-': {} }, additionalProperties: false };
    expect(problemsIn({ 'x-a': 1 }, schema)).toEqual([]);
    expect(problemsIn({ a: 1 }, { type: 'object', additionalProperties: false })).toHaveLength(1);
  });

  test('a property without a schema is drawn as any, where texts grow, too', () => {
    const schema = { type: 'object', properties: { empty: null, text: { type: 'string' } } };
    show(withGrowingTexts(schema));
    expect(screen.getByLabelText('empty as JSON')).toBeTruthy();
  });

  test('a reference into its own document is followed, and one to itself ends', () => {
    const root = {
      $defs: {
        node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } },
        loop: { $ref: '#/$defs/loop' },
      },
    };
    expect(fieldKind(resolveSchema({ $ref: '#/$defs/node' }, root))).toBe('object');
    expect(resolveSchema({ $ref: '#/$defs/loop' }, root)).toEqual({});
    expect(resolveSchema({ $ref: '#/$defs/none', description: 'kept' }, root)).toEqual({ description: 'kept' });
  });

  test('a recursive one that needs itself is drawn, its depths as JSON', () => {
    show({
      $ref: '#/$defs/node',
      $defs: { node: { type: 'object', required: ['next'], properties: { next: { $ref: '#/$defs/node' } } } },
    });
    expect(screen.getByLabelText('next as JSON (needed)')).toBeDefined();
  });

  test('one that is no schema at all is a form all the same', () => {
    show({
      type: 'object',
      required: 'a',
      properties: {
        a: 5,
        b: { type: 'string', title: 7, description: {} },
        c: { enum: 'x' },
        __proto__x: { oneOf: 3 },
      },
    });
    expect(screen.getByLabelText('b')).toBeDefined();
  });

  test('any JSON as a schema, and any as a value, is judged without failing', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (schema, value) => {
        const read = resolveSchema(schema as never, schema as never);
        for (const problem of problemsIn(value, read)) expect(problem.message).not.toBe('');
      }),
    );
  });

  test('a value set at a path is there, and what was given stays as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 4 }), fc.jsonValue(), (path, value) => {
        const before = Object.freeze({ other: 1 });
        const after = withValueAt(before, path, value);
        const found = path.reduce<unknown>(
          (now, name) => (Object.hasOwn(now as object, name) ? (now as Record<string, unknown>)[name] : 'missing'),
          after,
        );
        expect(found).toEqual(value);
        expect(before).toEqual({ other: 1 });
      }),
    );
  });
});
