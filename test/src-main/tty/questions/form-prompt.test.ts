import { expect, test } from 'vitest';
import { started } from '../console-box.ts';

/** A form with these fields is asked; `answers` are typed when the field before them is shown. */
async function filled(
  properties: Record<string, unknown>,
  ...answers: readonly (readonly [shown: string, typed: string])[]
) {
  const { fake, session } = started();
  await using _ = session;
  await session.shows('work $');
  fake.ask({ kind: 'form', server: 'srv', message: 'Fill it in', schema: { properties } });
  for (const [shown, typed] of answers) {
    await session.shows(shown);
    if (typed === 'Tab' || typed === 'Shift+Tab') session.key(typed);
    else session.type(`${typed}\n`);
  }
  await expect.poll(() => fake.decisions()).toHaveLength(1);
  return fake.decisions()[0];
}

test.each(['Tab', 'Shift+Tab'])('%s answers no field', async (key) => {
  const properties = { size: { type: 'string', default: 'small' }, colour: { type: 'string' } };
  const form = await filled(properties, ['size [small]', key], ['size [small]', 'large'], ['colour', '']);
  expect(form).toEqual({ verdict: 'allow', form: { size: 'large' } });
});

test('items of a list are of the type that it says', async () => {
  const properties = { sizes: { type: 'array', items: { type: 'integer' } } };
  const form = await filled(properties, ['sizes (several with commas)', '1, two'], ['no whole number', '1, 2']);
  expect(form).toEqual({ verdict: 'allow', form: { sizes: [1, 2] } });
});

test('a choice is told by its value before another one’s title', async () => {
  const properties = {
    side: {
      oneOf: [
        { const: 'left', title: 'right' },
        { const: 'right', title: 'wrong' },
      ],
    },
  };
  expect(await filled(properties, ['side (left = right', 'right'])).toMatchObject({ form: { side: 'right' } });
  expect(await filled(properties, ['side (left = right', 'wrong'])).toMatchObject({ form: { side: 'right' } });
});

test('a default that is no text is shown as it is written', async () => {
  const properties = { tags: { type: 'array', default: ['a', 'b'] }, more: { type: 'object', default: { deep: 1 } } };
  const form = await filled(properties, ['tags (several with commas) [a, b]', ''], ['more (as JSON) [{"deep":1}]', '']);
  expect(form).toEqual({ verdict: 'allow', form: { tags: ['a', 'b'], more: { deep: 1 } } });
});

test('a number that would lose digits is asked for again', async () => {
  const properties = { id: { type: 'integer' }, more: { type: 'object' } };
  const form = await filled(
    properties,
    ['id', '9007199254740993'],
    ['lose digits', '7'],
    ['more', '{"id": 12345678901234567890}'],
    ['lose digits', '{"id": 8}'],
  );
  expect(form).toEqual({ verdict: 'allow', form: { id: 7, more: { id: 8 } } });
});
