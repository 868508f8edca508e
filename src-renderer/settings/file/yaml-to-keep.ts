import { REDACTED } from '#contract/redacted';
import { isSecretHeader, isUrlWithPassword } from '#contract/secret-names';

/** A name with its value, which takes the rest of the line; within braces, what comes before a comma or the end of them. */
const PAIR = /((?:[A-Za-z_][\w.-]*)["']?\s*:\s+)("[^"]*"?|'[^']*'?|[^\s{[#].*)/g;
const FLOW_PAIR = /((?:[A-Za-z_][\w.-]*)["']?\s*:\s+)("[^"]*"?|'[^']*'?|[^\s{[#,}\]][^,}\]]*)/g;
/** Numbers, references to variables, and what holds nothing. */
const HARMLESS = /^["']?(?:[\d._]+|true|false|null|~|\$\w*|\$\{\w*\}?)?["']?\s*$/;
const BLOCK = /:\s*[|>][+-]?\d?\s*$/;

/**
 * Returns a YAML text as it may be kept beside the file: lines that the file has already stay as they are; of the others, values
 * whose names mean a secret and addresses with a password are marked as removed.
 */
export function yamlToKeep(text: string, file: string): string {
  const known = new Set(file.split('\n'));
  /** Indentation of a secret name whose value is the block below it. */
  let block: number | undefined;
  return text
    .split('\n')
    .map((line) => {
      if (block !== undefined && (line.trim() === '' || indentOf(line) > block)) return '';
      block = BLOCK.test(line) && isSecretHeader(lastName(line)) ? indentOf(line) : undefined;
      return known.has(line) || block !== undefined ? line : withoutSecrets(line);
    })
    .join('\n');
}

function withoutSecrets(line: string): string {
  const isFlow = /[{[]/.test(line);
  const open = line.replaceAll(isFlow ? FLOW_PAIR : PAIR, (pair: string, name: string, value: string) =>
    isSecretHeader(lastName(name)) && !HARMLESS.test(value) ? name + REDACTED : pair,
  );
  return open.replaceAll(/[a-z][a-z0-9+.-]*:\/\/[^\s"']+/gi, (address) =>
    isUrlWithPassword(address) ? REDACTED : address,
  );
}

const indentOf = (line: string) => line.length - line.trimStart().length;

const lastName = (line: string) => /([A-Za-z_][\w.-]*)["']?\s*:[^:]*$/.exec(line)?.[1] ?? '';
