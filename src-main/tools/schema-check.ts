import type { ErrorObject, ValidateFunction } from 'ajv';
import { messageOf } from '#core/app-error';
import { longestText } from './pattern-cost.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Answer of checking a value against a schema. */
export type SchemaAnswer =
  | { readonly fits: true }
  /** Says what is wrong, a line each. */
  | { readonly fits: false; readonly problems: string }
  /** The schema itself cannot be used. */
  | { readonly fits: undefined; readonly why: string };

const MAX_PROBLEMS = 8;
/** Length above which texts are not compared with any pattern. */
const MAX_PATTERN_TEXT = 10_000;

const compiled = new WeakMap<Schema, Promise<ValidateFunction | Error>>();

/** Checks a value against a JSON Schema: 2020-12, or draft 7 where it says so or is written so. Loads ajv at first use. */
export async function checkSchema(schema: Schema, value: unknown): Promise<SchemaAnswer> {
  let compiling = compiled.get(schema);
  if (!compiling) {
    compiling = compile(schema);
    compiled.set(schema, compiling);
  }
  const validate = await compiling;
  if (validate instanceof Error) return { fits: undefined, why: validate.message };
  try {
    if (validate(value) === true) return { fits: true };
  } catch (error) {
    return { fits: undefined, why: messageOf(error) };
  }
  return { fits: false, problems: problemsOf(validate.errors ?? []) };
}

async function compile(schema: Schema): Promise<ValidateFunction | Error> {
  const { $schema: dialect, $id: _, ...rest } = schema;
  const [{ Ajv2020 }, { Ajv }] = await Promise.all([import('ajv/dist/2020.js'), import('ajv')]);
  const options = {
    strict: false,
    allErrors: true,
    addUsedSchema: false,
    validateSchema: false,
    validateFormats: false,
    logger: false,
    code: { regExp: boundedPattern },
  } as const;
  const isOld = typeof dialect === 'string' && /draft-0[3-7]/.test(dialect);
  const classes = isOld ? [Ajv] : [Ajv2020, Ajv];
  let failure = new Error('not a JSON Schema');
  for (const Class of classes) {
    try {
      return new Class(options).compile(rest);
    } catch (error) {
      if (error instanceof Error) failure = error;
    }
  }
  return failure;
}

/** A pattern that cannot be used, or may take for ever, is left for the tool itself to check. */
function boundedPattern(pattern: string, flags: string) {
  const longest = Math.min(longestText(pattern), MAX_PATTERN_TEXT);
  const expression = longest > 0 ? regExpOf(pattern, flags) : undefined;
  return {
    test: (text: string) => !expression || text.length > longest || expression.test(text),
    // By this ajv tells patterns apart.
    toString: () => `/${pattern}/${flags}`,
  };
}
boundedPattern.code = 'new RegExp';

function regExpOf(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

function problemsOf(errors: readonly ErrorObject[]): string {
  const lines = [...new Set(errors.map(schemaProblem))];
  const more = lines.length > MAX_PROBLEMS ? [`… and ${lines.length - MAX_PROBLEMS} more`] : [];
  return [...lines.slice(0, MAX_PROBLEMS), ...more].join('\n');
}

function schemaProblem({ instancePath, keyword, message, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1).map(readable).join('');
  const where = path.startsWith('.') ? path.slice(1) : path || 'the arguments';
  if (keyword === 'additionalProperties') return `${where}: "${params.additionalProperty}" is not known`;
  if (keyword === 'required') return `${where}: "${params.missingProperty}" is missing`;
  if (keyword === 'enum') return `${where}: must be one of ${JSON.stringify(params.allowedValues).slice(0, 500)}`;
  if (keyword === 'const') return `${where}: must be ${JSON.stringify(params.allowedValue).slice(0, 500)}`;
  return `${where}: ${message ?? 'does not fit'}`;
}

function readable(part: string): string {
  const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
  return /^\d+$/.test(name) ? `[${name}]` : `.${name}`;
}
