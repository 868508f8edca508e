import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import type { Logger } from '#core/logger';
import { Redactor } from '#core/secrets/redact';
import { createSettings } from '#settings';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

export async function setUp(text?: string, options: { folder?: TemporaryFolder; file?: string } = {}) {
  const folder = options.folder ?? (await temporaryFolder());
  const file = options.file ?? join(folder.path, 'settings.yaml');
  if (text !== undefined) await writeFile(file, text);
  const logged: string[] = [];
  const write = (event: string, fields?: unknown) => void logged.push(JSON.stringify([event, fields]));
  const log: Logger = { debug: write, info: write, warn: write, error: write };
  const redactor = new Redactor();
  const now = () => new Date('2026-02-03T04:05:06Z');
  const forNow: string[] = [];
  const onForNow = (why: string) => void forNow.push(why);
  const settings = await createSettings({ file, log, redactor, now, onForNow });
  const client = createRouterClient(settings.router, {
    context: {
      reportBug: (error) => {
        throw error;
      },
    },
  });
  return {
    settings,
    client,
    file,
    folder,
    logged,
    forNow,
    redactor,
    text: () => readFile(file, 'utf8'),
    [Symbol.asyncDispose]: async () => {
      await settings[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
