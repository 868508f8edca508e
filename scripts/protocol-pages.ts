import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { ExtensionRecord, ledgerEvents, PromptRecord, Settings, ToolRecord, TurnProgress } from '#contract';
import { openApiDocument } from '../src-main/prompts/rest/docs/open-api.ts';
import { AnswerLine, CallLine, DeclarationLine } from '../src-main/providers/program/protocol.ts';
import { Envelope, PAYLOADS } from '../src-main/shell-adapter/server/payloads.ts';
import { ROUTES } from '../src-main/sockets/routes.ts';
import { apiPage } from './api-page.ts';
import { type Comments, SchemaComments } from './schema-comments.ts';
import { fieldTable, type Schema, variantsOf } from './schema-rows.ts';

const NOTICE = '<!-- Made by `npm run protocols` from the schemas in the code; a test compares them. -->';

interface Page {
  readonly title: string;
  /** Subject of the page, as a sentence or two of Markdown. */
  readonly about: string;
  readonly sections: readonly string[];
}

/** The API pages by the names of their files, as Markdown. */
export function protocolPages(): Readonly<Record<string, string>> {
  const comments = new SchemaComments();
  const pages: Readonly<Record<string, Page>> = {
    'provider.md': providerPage(comments),
    'session-socket.md': sessionSocketPage(comments),
    'shell-adapter.md': shellAdapterPage(comments),
    'prompts-rest.md': apiPage(openApiDocument('')),
    'prompt-records.md': promptRecordsPage(comments),
    'ledger.md': ledgerPage(comments),
    'settings.md': settingsPage(comments),
  };
  const texts = Object.entries(pages).map(([name, page]) => [name, textOfPage(page)]);
  return { ...Object.fromEntries(texts), 'README.md': indexOf(pages) };
}

const textOfPage = ({ title, about, sections }: Page) => `${[`# ${title}`, NOTICE, about, ...sections].join('\n\n')}\n`;

function indexOf(pages: Readonly<Record<string, Page>>): string {
  const rows = Object.entries(pages).map(([name, { title }]) => `| [${name}](${name}) | ${title} |`);
  const about =
    'Fields and types of every protocol, made of the schemas that the code itself checks by. The guides say what they are for.';
  return `${[`# Protocols`, NOTICE, about, ['| | |', '|---|---|', ...rows].join('\n')].join('\n\n')}\n`;
}

/** Messages that a client may send. */
const inputOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
/** Messages that the app writes. */
const outputOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Schema;

const section = (title: string, ...paragraphs: readonly string[]) =>
  [`## ${title}`, ...paragraphs.filter((text) => text !== '')].join('\n\n');

function providerPage(comments: SchemaComments): Page {
  return {
    title: 'Tool providers',
    about:
      'JSON lines between Sigma Shell and a program that serves tools. [providers.md](../providers.md) is the guide.',
    sections: [
      section(
        'Declaration',
        'From the program, a tool a line; a blank line ends them.',
        fieldTable(inputOf(DeclarationLine), comments.of('DeclarationLine')),
      ),
      section('Call', 'To the program.', fieldTable(outputOf(CallLine), comments.of('CallLine'))),
      section('Answer', 'From the program.', fieldTable(inputOf(AnswerLine), comments.of('AnswerLine'))),
    ],
  };
}

function sessionSocketPage(comments: SchemaComments): Page {
  const routes = Object.entries(ROUTES).map(
    ([path, { method, takesWord }]) => `| \`${method} /v1/${path}${takesWord ? '/<id>' : ''}\` |`,
  );
  const events = variantsOf(outputOf(TurnProgress)).map((variant, index) => {
    const known = comments.of('TurnProgress').variants[index];
    return eventSection(String(variant.properties?.kind?.const), variant, known);
  });
  return {
    title: 'Session sockets',
    about:
      'HTTP over the Unix socket of a session. [sockets.md](../sockets.md) is the guide, with bodies, headers and errors.',
    sections: [
      section('Requests', ['| request |', '|---|', ...routes].join('\n')),
      section('Events of `POST /v1/turns`', 'Server-sent events: `event` is the `kind`, `data` the object.', ...events),
    ],
  };
}

interface Known {
  readonly text: string;
  readonly comments: Comments;
}

const eventSection = (name: string, schema: Schema, known: Known | undefined) =>
  [`### \`${name}\``, known?.text ?? '', fieldTable(schema, known?.comments)]
    .filter((text) => text !== '')
    .join('\n\n');

function shellAdapterPage(comments: SchemaComments): Page {
  const known = comments.of('PAYLOADS').fields;
  const events = Object.entries(PAYLOADS).map(([name, schema]) => eventSection(name, inputOf(schema), known.get(name)));
  return {
    title: 'The Shell Adapter',
    about:
      'Payloads of what a client may send over Socket.IO; other fields are passed over. [shell-adapter.md](../shell-adapter.md) is the guide, with answers, errors and what the adapter sends.',
    sections: [
      section('Events', ...events),
      section(
        'Envelope',
        'The payload of `bot_response`, which wraps any of the events above.',
        fieldTable(inputOf(Envelope), comments.of('Envelope')),
      ),
    ],
  };
}

function promptRecordsPage(comments: SchemaComments): Page {
  const record = (title: string, about: string, schema: z.ZodType, constant: string) =>
    section(title, about, fieldTable(inputOf(schema), comments.of(constant)));
  return {
    title: 'Records of prompts',
    about:
      'What the store of prompts holds, in Redis or in files. Other members are kept. [prompts.md](../prompts.md) is the guide; [extension.json](../../resources/jsonschema/extension.json) and [tool.json](../../resources/jsonschema/tool.json) are the same as JSON Schemas.',
    sections: [
      record('Prompt', 'Key `shenma:templates:…`.', PromptRecord, 'PromptRecord'),
      record('Extension', 'Key `shenma:extensions:…`.', ExtensionRecord, 'ExtensionRecord'),
      record('Tool', 'Key `shenma:tools:…`.', ToolRecord, 'ToolRecord'),
    ],
  };
}

function ledgerPage(comments: SchemaComments): Page {
  const known = comments.of('ledgerEvents').fields;
  const events = Object.entries(ledgerEvents).map(([type, schema]) =>
    eventSection(type, outputOf(schema), known.get(type)),
  );
  return {
    title: 'Events of the record',
    about:
      'One line of `ledger/sessions/<session>.jsonl` is `{ v, id, at, session, turn?, cause?, previous, type, data }`: `at` in milliseconds since 1970, `previous` the SHA-256 of the line before, `cause` the id of the event that led to this one. Types that are not known are to be kept. [architecture.md](../architecture.md#4-the-ledger) says what is on disk when.',
    sections: [section('Types, with their `data`', ...events)],
  };
}

function settingsPage(comments: SchemaComments): Page {
  return {
    title: 'Settings',
    about:
      'Keys of `settings.yaml` in the [data folder](../data-folder.md). The app writes them by its form, and keeps comments.',
    sections: [section('Keys', fieldTable(inputOf(Settings), comments.of('Settings')))],
  };
}

if (process.argv[1] === import.meta.filename) {
  const folder = resolve(import.meta.dirname, '..', 'docs', 'protocols');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(protocolPages())) writeFileSync(join(folder, name), text);
}
