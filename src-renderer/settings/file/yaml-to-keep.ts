import { REDACTED } from '#contract/redacted';
import { isSecretHeader, isUrlWithPassword } from '#contract/secret-names';

/** A name with its value, which takes the rest of the line; within braces, what comes before a comma or the end of them. */
const PAIR = /([A-Za-z_][\w.-]*["']?\s*:\s+)([^\s#].*)/g;
const FLOW_PAIR = /([A-Za-z_][\w.-]*["']?\s*:\s+)("(?:\\.|[^"\\])*"?|'(?:''|[^'])*'?|[^\s{[#,}\]][^,}\]]*)/g;
const FLOW = /^\s*(?:[#-]\s*)*(?:[^:{[]*:\s+)?[{[]/;
/** Numbers, references to variables, and what holds nothing. */
const HARMLESS = /^["']?(?:[\d._]+|true|false|null|~|\$\w*|\$\{\w*\}?)?["']?\s*(?:#.*)?$/;
const BLOCK = /:\s*[|>][+-]?\d?\s*$/;

/**
 * Returns a YAML text as it may be kept beside the file: lines that the file has already stay as they are; of the others, values
 * whose names mean a secret and addresses with a password are marked as removed.
 */
export function yamlToKeep(text: string, file: string): string {
  const known = new Set(file.split('\n'));
  let block: SecretBlock | undefined;
  return text
    .split('\n')
    .map((line) => {
      if (block !== undefined && isBelow(line, block)) return lineOfBlock(line, block);
      block = secretBlock(line);
      return known.has(line) || block !== undefined ? line : withoutSecrets(line);
    })
    .join('\n');
}

/** A secret name whose value is the block below it. */
interface SecretBlock {
  readonly indentation: number;
  isMarked: boolean;
}

function secretBlock(line: string): SecretBlock | undefined {
  const isOne = BLOCK.test(line) && isSecretHeader(lastName(line));
  return isOne ? { indentation: indentationOf(line), isMarked: false } : undefined;
}

const isBelow = (line: string, { indentation }: SecretBlock) => line.trim() === '' || indentationOf(line) > indentation;

/** A line of a secret block as it is kept: the mark in place of its first, nothing of the others. */
function lineOfBlock(line: string, block: SecretBlock): string {
  if (block.isMarked || line.trim() === '') return '';
  block.isMarked = true;
  return line.slice(0, indentationOf(line)) + REDACTED;
}

function withoutSecrets(line: string): string {
  const open = line.replaceAll(FLOW.test(line) ? FLOW_PAIR : PAIR, (pair: string, name: string, value: string) =>
    isSecretHeader(lastName(name)) && !HARMLESS.test(value) ? name + REDACTED : pair,
  );
  return open.replaceAll(/[a-z][a-z0-9+.-]*:\/\/[^\s"']+/gi, (address) =>
    isUrlWithPassword(address) ? REDACTED : address,
  );
}

const indentationOf = (line: string) => line.length - line.trimStart().length;

const lastName = (line: string) => /([A-Za-z_][\w.-]*)["']?\s*:[^:]*$/.exec(line)?.[1] ?? '';
