import type { z } from 'zod';
import { textStart } from '#contract/text-ends';
import { AppError } from '#core/app-error';
import { isBlankLine } from '#core/parsing/json-lines';
import { TOOL_NAME } from '#core/text/tool-name';
import type { ToolDeclaration } from '#tools';
import type { BadLine } from './bad-lines.ts';
import { DeclarationLine } from './protocol.ts';
import { readObject } from './read-object.ts';

/** All of a header together, in bytes. */
const MAX_HEADER_BYTES = 16 * 1024 * 1024;
/** Most characters of an offending line that are shown. */
const SHOWN = 300;

/** Header of a program: a tool a line, then a blank line, before it is ready. */
export class Header {
  readonly declarations: ToolDeclaration[] = [];
  readonly #names = new Set<string>();
  #bytes = 0;

  /**
   * Takes a line: the blank one that ends the header, a tool, or one that declares nothing. @throws AppError
   * INVALID_INPUT showing the line
   */
  take(line: Buffer): 'end' | 'declared' | BadLine {
    if (isBlankLine(line)) return 'end';
    this.#bytes += line.length;
    if (this.#bytes > MAX_HEADER_BYTES) throw headerError('The declarations are longer than 16 MiB together', line);
    const read = readObject(line);
    if ('why' in read) return read;
    if (!isDeclaration(read.value)) return { why: 'no declaration of a tool', start: line, bytes: line.length };
    const declaration = declarationOf(read.value, line);
    if (this.#names.has(declaration.name)) throw headerError(`The tool "${declaration.name}" is declared twice`, line);
    this.#names.add(declaration.name);
    this.declarations.push(declaration);
    return 'declared';
  }
}

/** Whether it is meant as one: a tool that is declared wrongly must not go missing silently. */
const isDeclaration = (value: object) => 'function' in value || ('type' in value && value.type === 'function');

function declarationOf(value: object, line: Buffer): ToolDeclaration {
  const parsed = DeclarationLine.safeParse(value);
  if (!parsed.success) throw headerError(`A declaration is wrong: ${headerProblem(parsed.error)}`, line);
  const { name, description, parameters } = parsed.data.function;
  if (!TOOL_NAME.test(name)) {
    throw headerError('The name of a tool must be 1 to 64 letters, digits, underscores and dashes', line);
  }
  return { name, description: description ?? '', parameters };
}

function headerProblem(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'not an object';
  const path = issue.path.join('.');
  if (path === '') return 'not an object';
  if (path === 'type') return '"type" must be "function"';
  if (path === 'function.name') return '"function.name" must be a text that is not empty';
  if (path === 'function') return '"function" is missing or no object';
  return path === 'function.parameters'
    ? '"function.parameters" is missing or no object'
    : `"${path}": ${issue.message}`;
}

function headerError(message: string, line: Buffer): AppError {
  return new AppError('INVALID_INPUT', `${message}: ${shownLine(line)}`, { where: shownLine(line) });
}

export function shownLine(line: Buffer): string {
  const text = line.subarray(0, SHOWN * 4).toString('utf8');
  return text.length < SHOWN && line.length <= SHOWN * 4 ? text : `${textStart(text, SHOWN)}… (${line.length} bytes)`;
}
