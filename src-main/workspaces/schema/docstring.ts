/** A Google-style docstring as the description of a tool and of its parameters (1.5 of the specification). */
export interface Docstring {
  readonly description: string;
  /** Descriptions by parameter name. */
  readonly parameters: ReadonlyMap<string, string>;
}

const ENTRY = /^([\p{L}\p{N}_]+):\s*(.*)$/u;
const ENDS = ['Returns:', 'Raises:'];

/**
 * Reads a cleaned docstring: what stands before the first `Args:`, wherever that is, describes the tool; behind it, up to
 * `Returns:` or `Raises:`, each line that begins with a word and a colon begins the description of a parameter.
 */
export function readDocstring(doc: string): Docstring {
  const at = doc.indexOf('Args:');
  if (at < 0) return { description: doc.trim(), parameters: new Map() };
  const rest = doc.slice(at + 'Args:'.length);
  const ends = ENDS.map((word) => rest.indexOf(word)).filter((index) => index >= 0);
  const block = rest.slice(0, Math.min(rest.length, ...ends));
  return { description: doc.slice(0, at).trim(), parameters: blockEntries(block) };
}

function blockEntries(block: string): ReadonlyMap<string, string> {
  const entries = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of block.split('\n').map((one) => one.trim())) {
    const [, name, text = ''] = ENTRY.exec(line) ?? [];
    if (name !== undefined) {
      current = [text.trim()];
      entries.set(name, current);
    } else if (line !== '') current?.push(line);
  }
  return new Map([...entries].map(([name, pieces]) => [name, pieces.filter((piece) => piece !== '').join(' ')]));
}
