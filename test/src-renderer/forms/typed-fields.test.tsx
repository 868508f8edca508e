import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { show } from './show-form.tsx';

const any = { type: 'object', properties: { any: {}, city: { type: 'string' } } };
const problems = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

describe('what is half typed', () => {
  test('JSON stays while another item is added to its list, or one before it is removed', async () => {
    const { user, form } = show({
      type: 'object',
      required: ['all'],
      properties: { all: { type: 'array', items: {} } },
    });
    const add = () => user.click(screen.getByRole('button', { name: 'Add an item to all' }));
    await add();
    await add();
    await user.type(screen.getByLabelText(/^all 1/), '1');
    await user.type(screen.getByLabelText(/^all 2/), '[[1, ');
    await add();
    expect(screen.getByLabelText(/^all 2/)).toHaveProperty('value', '[1, ');
    await user.click(screen.getByRole('button', { name: 'Remove all 1' }));
    expect(screen.getByLabelText(/^all 1/)).toHaveProperty('value', '[1, ');
    expect(form().isValid).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Remove all 2' }));
    await user.type(screen.getByLabelText(/^all 1/), '2]');
    expect(form()).toMatchObject({ value: { all: [[1, 2]] }, isValid: true });
  });

  test('JSON stands in the JSON of the whole as it was typed, and holds it back there, too', async () => {
    const { user, form } = show(any);
    await user.type(screen.getByLabelText('city'), '@0');
    await user.type(screen.getByLabelText('any as JSON'), '[[1, $&');
    expect(form().json).toBe('{"city":"@0","any":[1, $&}');
    await user.click(screen.getByRole('button', { name: 'Write as JSON' }));
    expect(screen.getByLabelText('JSON')).toHaveProperty('value', '{\n  "city": "@0",\n  "any": [1, $&\n}');
    expect(form().isValid).toBe(false);
  });

  test('a number too large for a field keeps its digits as JSON, and does not come back into a field', async () => {
    const { user, form } = show({ type: 'object', properties: { id: { type: 'integer' } } });
    await user.type(screen.getByLabelText('id'), '12345678901234567890');
    await user.click(screen.getByRole('button', { name: 'Write as JSON' }));
    expect(form()).toMatchObject({ isValid: true, json: '{\n  "id": 12345678901234567890\n}' });
    await user.click(screen.getByRole('button', { name: 'Show as a form' }));
    expect(screen.getByLabelText('JSON')).toHaveProperty('value', form().json);
    expect(problems()[0]).toContain('too large for a field');
  });

  test.each([
    ['+12345678901234567890', '12345678901234567890'],
    ['-0001234567890123456789', '-1234567890123456789'],
    ['12345678901234567890.', '12345678901234567890'],
    ['12345678901234567890.e1', '12345678901234567890e1'],
    ['.5e30', '5e+29'],
  ])('the number %s is %s in JSON', async (text, json) => {
    const { user, form } = show({ type: 'object', properties: { id: { type: 'number' } } });
    await user.type(screen.getByLabelText('id'), text);
    expect(form().json).toBe(`{"id":${json}}`);
  });

  test('JSON that looks like the mark of another field stays as it was typed', async () => {
    const { user, form } = show({ type: 'object', properties: { one: {}, two: {} } });
    await user.type(screen.getByLabelText('one as JSON'), '[["@1", ');
    await user.type(screen.getByLabelText('two as JSON'), '[[2, ');
    expect(form().json).toBe('{"one":["@1", ,"two":[2, }');
  });

  test('a further field that is emptied stays until it is removed', async () => {
    const { user, form } = show({ type: 'object', additionalProperties: true });
    await user.type(screen.getByLabelText('Name of a further field'), 'x{Enter}');
    const field = screen.getByLabelText(/^x as JSON/);
    await user.clear(field);
    expect(form().isValid).toBe(false);
    await user.type(field, '7');
    expect(form()).toMatchObject({ value: { x: 7 }, isValid: true });
  });

  test.each(['string', 'number'])('a further field of a %s that is emptied stays, too', async (type) => {
    const { user, form } = show({ type: 'object', additionalProperties: { type } });
    await user.type(screen.getByLabelText('Name of a further field'), 'x{Enter}');
    const field = screen.getByLabelText(/^x/);
    await user.type(field, '7');
    await user.clear(field);
    expect(document.activeElement).toBe(field);
    expect(form().isValid).toBe(type === 'string');
    await user.type(field, '8');
    expect(form().json).toBe(type === 'string' ? '{"x":"8"}' : '{"x":8}');
  });

  test('a text of several lines that is pasted keeps its line breaks, and the focus', async () => {
    const { user, form } = show({ type: 'object', properties: { text: { type: 'string' } } });
    await user.type(screen.getByLabelText('text'), 'ab');
    await user.keyboard('{ArrowLeft}');
    await user.paste('1\r\n2');
    expect(form().value).toEqual({ text: 'a1\n2b' });
    expect(screen.getByLabelText('text')).toHaveProperty('value', 'a1\n2b');
    expect(document.activeElement).toBe(screen.getByLabelText('text'));
    expect(screen.getByLabelText('text')).toHaveProperty('selectionStart', 4);
    await user.keyboard('!');
    expect(form().value).toEqual({ text: 'a1\n2!b' });
  });
});

describe('what is told apart', () => {
  test('a field called a.b is not b of a', async () => {
    const inner = { type: 'object', required: ['b'], properties: { b: { type: 'string' } } };
    const { user } = show({ type: 'object', required: ['a'], properties: { a: inner, 'a.b': { type: 'integer' } } });
    await user.type(screen.getByLabelText('a.b'), '1.5');
    await user.tab();
    expect(problems()).toEqual(['This must be a whole number.']);
    expect(within(screen.getByRole('group', { name: 'a' })).queryByRole('alert')).toBeNull();
  });

  test('the choices 1 and "1" have labels that differ', () => {
    show({
      type: 'object',
      properties: {
        one: { enum: [1, '1', 'two'] },
        several: { type: 'array', uniqueItems: true, items: { enum: [true, 'true'] } },
      },
    });
    const labels = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(labels).toEqual(['not given', '1', '"1"', 'two']);
    expect(screen.getByLabelText('"true"')).toBeTruthy();
  });

  test('two items that are not filled in yet are not called the same', async () => {
    const items = { type: 'array', uniqueItems: true, items: { type: 'string' } };
    const { user, goOn } = show({ type: 'object', required: ['all'], properties: { all: items } });
    await user.click(screen.getByRole('button', { name: 'Add an item to all' }));
    await user.click(screen.getByRole('button', { name: 'Add an item to all' }));
    await goOn();
    expect(problems()).toEqual(['Fill this in, or remove it.', 'Fill this in, or remove it.']);
  });

  test('a day that no calendar has is no date', () => {
    const { form } = show({
      type: 'object',
      properties: { day: { type: 'string', format: 'date', default: '2026-02-31' } },
    });
    expect(form().problems.map(({ message }) => message)).toEqual(['This must be a date, such as 2026-11-21.']);
  });
});

test('what is wrong within a field of JSON is said beside it', async () => {
  const node = { type: 'object', required: ['next'], properties: { next: { $ref: '#/$defs/node' } } };
  const { user, goOn } = show({ $ref: '#/$defs/node', $defs: { node } });
  const field = screen.getByLabelText('next as JSON (needed)');
  await user.type(field, '{{"next": 5}');
  await goOn();
  expect(problems()).toEqual(['next: This must be an object.']);
});
