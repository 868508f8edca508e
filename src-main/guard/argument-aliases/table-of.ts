import { isPlainObject, type JsonObject } from '#contract/plain-object';
import { FIELD_NAMES, type Field, type FieldName, field, OWN_TABLES, type RepairTable } from './table.ts';
import { isClosedSchema } from './unknown-keys.ts';

/** Arguments that mean what they mean to us only beside another one. */
const BESIDE: Partial<Record<FieldName, FieldName>> = {
  file_content: 'path',
  content: 'path',
  offset: 'path',
  limit: 'path',
  oldText: 'newText',
  newText: 'oldText',
  working_dir: 'command_line',
};

/**
 * Finds the table of repairs for a tool's arguments: ours by name, others by the arguments that their schema names as
 * ours do.
 */
export function tableOf(tool: string, parameters: JsonObject): RepairTable {
  return OWN_TABLES.get(tool) ?? tableOfSchema(parameters);
}

function tableOfSchema(schema: JsonObject): RepairTable {
  const editSchema = listItems(schema);
  const editFields = editSchema && fieldsOf(editSchema);
  const hasEdits = editFields?.some(({ name }) => name === 'oldText') === true;
  const takesPair =
    hasEdits && mustHave(schema, 'edits') && !declares(schema, 'oldText') && !declares(schema, 'newText');
  const pair = takesPair ? [field('oldText'), field('newText')].map((one) => undeclaredIn(schema, one)) : [];
  const fields = [...fieldsOf(schema), ...pair];
  return { fields, ...(hasEdits && { edits: { fields: editFields, takesPair } }) };
}

/** The arguments that the schema names as ours are, with those of their aliases that the tool does not use itself. */
function fieldsOf(schema: JsonObject): Field[] {
  const names = FIELD_NAMES.filter((name) => {
    const beside = BESIDE[name];
    const isOurs = declares(schema, name) && (beside === undefined || declares(schema, beside));
    return isOurs && (isClosedSchema(schema) || mustHave(schema, name));
  });
  return names.map((name) => undeclaredIn(schema, field(name)));
}

/**
 * A name that the tool has itself is never an alias. Where the schema takes any key, an alias only fills in what the call
 * cannot do without.
 */
function undeclaredIn(schema: JsonObject, { name, aliases, isNumber }: Field): Field {
  return {
    name,
    aliases: aliases.filter((alias) => !declares(schema, alias)),
    isNumber: isNumber === true && takesNumberAlone(schema, name),
    fillsOnly: !isClosedSchema(schema),
  };
}

function declares({ properties }: JsonObject, name: string): boolean {
  return isPlainObject(properties) && Object.hasOwn(properties, name);
}

function mustHave({ required }: JsonObject, name: string): boolean {
  return Array.isArray(required) && required.includes(name);
}

/** Whether an argument is declared as a number, or a number or nothing: where a text may be meant, one stays. */
function takesNumberAlone({ properties }: JsonObject, name: string): boolean {
  const types = isPlainObject(properties) && Object.hasOwn(properties, name) ? typesIn(properties[name]) : [];
  const isNumeric = (type: unknown) => type === 'integer' || type === 'number';
  return types.some(isNumeric) && types.every((type) => isNumeric(type) || type === 'null');
}

/** Types that a schema names, those of its alternatives included; undefined stands for any. */
function typesIn(schema: unknown): readonly unknown[] {
  if (!isPlainObject(schema)) return [undefined];
  if (schema.type !== undefined) return [schema.type].flat();
  const alternatives = schema.anyOf ?? schema.oneOf;
  return Array.isArray(alternatives) ? alternatives.flatMap(typesIn) : [undefined];
}

/** Schema of each entry of the list `edits`. */
function listItems({ properties }: JsonObject): JsonObject | undefined {
  const edits = isPlainObject(properties) && Object.hasOwn(properties, 'edits') ? properties.edits : undefined;
  return isPlainObject(edits) && edits.type === 'array' && isPlainObject(edits.items) ? edits.items : undefined;
}
