import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { ExtensionRecord, ToolRecord } from '#contract';

/** The schemas that programs check their records by, from those that the app itself checks by: file names and texts. */
export function jsonSchemas(): Readonly<Record<string, string>> {
  return {
    'extension.json': schemaText(ExtensionRecord, 'Prompt extension'),
    'tool.json': schemaText(ToolRecord, 'Extension tool'),
  };
}

function schemaText(schema: z.ZodType, title: string): string {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
  return `${JSON.stringify({ $schema, title, ...rest }, undefined, 2)}\n`;
}

if (process.argv[1] === import.meta.filename) {
  const folder = resolve(import.meta.dirname, '..', 'resources', 'jsonschema');
  for (const [name, text] of Object.entries(jsonSchemas())) writeFileSync(join(folder, name), text);
}
