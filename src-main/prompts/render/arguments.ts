import { isPlainObject, type JsonObject } from '#contract/plain-object';
import { checkSchema } from '#tools';
import { bareObject } from '../records/json.ts';
import type { ParameterSet } from '../records/parameters.ts';
import { failedRendering } from './failure.ts';

export interface PreparedArgs {
  readonly args: JsonObject;
  /** Names of those that took their default. */
  readonly defaulted: ReadonlySet<string>;
  readonly warnings: readonly string[];
}

/** Args with the defaults of those that are absent. @throws RenderError (400) */
export async function prepareArgs(given: JsonObject, parameters: ParameterSet): Promise<PreparedArgs> {
  const args = bareObject();
  const defaulted = new Set<string>();
  for (const [name, value] of Object.entries(given)) if (value !== undefined) args[name] = value;
  for (const [name, value] of parameters.defaults) {
    if (Object.hasOwn(args, name)) continue;
    args[name] = value;
    defaulted.add(name);
  }
  const missing = parameters.required.filter((name) => !Object.hasOwn(args, name));
  if (missing.length > 0)
    throw failedRendering('arguments', `missing required args: ${missing.join(', ')}`, { missing });
  return { args, defaulted, warnings: await typeWarnings(args, parameters) };
}

/** Loads the checker of types, which takes longer than a rendering may, if one of these needs it. */
export async function prepareChecks(all: Iterable<ParameterSet>): Promise<void> {
  for (const { schema } of all) {
    if (!saysAnything(schema)) continue;
    await checkSchema(schema, {});
    return;
  }
}

async function typeWarnings(args: JsonObject, { schema }: ParameterSet): Promise<readonly string[]> {
  if (!saysAnything(schema)) return [];
  const answer = await checkSchema(schema, args);
  if (answer.fits === false)
    throw failedRendering('arguments', `args do not fit: ${answer.problems.replaceAll('\n', '; ')}`);
  return answer.fits === undefined ? [`args were not checked: ${answer.why}`] : [];
}

const saying = new WeakMap<JsonObject, boolean>();

/** Most prompts say nothing of their parameters' types; loading the checker takes longer than rendering. */
function saysAnything(schema: JsonObject): boolean {
  const known = saying.get(schema) ?? constrains(schema);
  saying.set(schema, known);
  return known;
}

function constrains({ properties, $schema: _, type: __, required: ___, ...others }: JsonObject): boolean {
  if (Object.keys(others).some((name) => !['title', 'description', 'definitions', '$defs'].includes(name))) return true;
  const silent = ['description', 'default', 'title', 'examples'];
  return (
    isPlainObject(properties) &&
    Object.values(properties).some(
      (schema) => !isPlainObject(schema) || Object.keys(schema).some((k) => !silent.includes(k)),
    )
  );
}
