import type { ExtensionRecord } from '#contract';

interface ExtensionFact {
  readonly name: string;
  readonly text: string;
}

type Dependence = ExtensionRecord['contributes']['dependences'][number];

/** Lists the values of the documented fields; none if it is not such a record. */
export function extensionFacts(json: string): readonly ExtensionFact[] {
  const record = recordOf(json);
  if (record === undefined) return [];
  const { engines, contributes } = record;
  const facts: readonly (readonly [string, unknown])[] = [
    ['Name', record.name],
    ['Publisher', record.publisher],
    ['Version', record.version],
    ['Type', record.extensionType],
    ['Licence', record.license],
    ['Icon', record.icon?.startsWith('data:') ? 'in the record' : record.icon],
    ['Engine', engines === undefined ? undefined : `${engines.name} ${engines.version}`],
    ['Languages', contributes?.languages?.join(', ')],
  ];
  return facts.flatMap(([name, value]) => (typeof value === 'string' && value !== '' ? [{ name, text: value }] : []));
}

export function dependencesOf(json: string): readonly Dependence[] {
  const dependences = recordOf(json)?.contributes?.dependences;
  return Array.isArray(dependences) ? dependences : [];
}

/** The record as far as it is one: readers are more tolerant than the schema. */
function recordOf(json: string): Partial<ExtensionRecord> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
