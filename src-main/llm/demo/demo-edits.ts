export interface DemoEdit {
  readonly oldText: string;
  readonly newText: string;
}

/** Changes the demo would make in `greet.sh`, each separate so that each can be refused. */
const EDITS: readonly { readonly find: RegExp; readonly write: (...groups: string[]) => string }[] = [
  {
    find: /echo "usage: (greet\.sh[^"\n]*)"/g,
    write: (usage = '') => `echo "Greets people by name. Usage: ${usage}"`,
  },
  {
    find: /echo "Hello,? (\$\{?name\}?)[.!]?"/g,
    write: (name = '') => `echo "Hello ${name}, how nice to see you!"`,
  },
  {
    find: /echo "done"/g,
    write: () => 'echo "That was everybody. Have a lovely day!"',
  },
];

/** The edits that fit the file as it really is: only text that occurs exactly once can be replaced. */
export function friendlierEdits(content: string): DemoEdit[] {
  return EDITS.flatMap(({ find, write }) => {
    const found = [...content.matchAll(find)];
    const only = found.length === 1 ? found[0] : undefined;
    return only === undefined ? [] : [{ oldText: only[0], newText: write(...only.slice(1)) }];
  });
}

export function isFriendlyAlready(content: string): boolean {
  return content.includes('how nice to see you');
}
