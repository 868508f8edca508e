/** A function that templates can call. */
export interface FunctionHelp {
  readonly signature: string;
  readonly text: string;
}

/** Go's own functions, in our words. */
export const BUILT_INS: Readonly<Record<string, FunctionHelp>> = {
  and: {
    signature: 'and a b…',
    text: 'The first argument that is empty, or the last one. The rest is not evaluated.',
  },
  or: {
    signature: 'or a b…',
    text: 'The first argument that is not empty, or the last one. The rest is not evaluated.',
  },
  not: { signature: 'not a', text: 'Whether the argument is empty: false, 0, nothing, or of length 0.' },
  eq: {
    signature: 'eq a b…',
    text: 'Whether the first is equal to any of the others. Numbers of JSON have a point: eq .n 3.0.',
  },
  ne: { signature: 'ne a b', text: 'Whether the two differ.' },
  lt: { signature: 'lt a b', text: 'Whether the first is less than the second.' },
  le: { signature: 'le a b', text: 'Whether the first is less than the second, or equal to it.' },
  gt: { signature: 'gt a b', text: 'Whether the first is greater than the second.' },
  ge: { signature: 'ge a b', text: 'Whether the first is greater than the second, or equal to it.' },
  len: { signature: 'len a', text: 'How many bytes, elements or fields it has.' },
  index: {
    signature: 'index a key…',
    text: 'The element of a list or the field of an object, also by names that no dot can name.',
  },
  slice: { signature: 'slice a from to', text: 'Part of a list, or of the bytes of a text.' },
  print: {
    signature: 'print a…',
    text: 'The arguments one after the other, with spaces between those that are not texts.',
  },
  printf: {
    signature: 'printf "format" a…',
    text: 'By a format: %s text, %d whole number, %.2f number, %q quoted, %v anything.',
  },
  println: { signature: 'println a…', text: 'The arguments with spaces between them, and a new line.' },
  html: { signature: 'html a', text: 'Escaped for use in HTML.' },
  js: { signature: 'js a', text: 'Escaped for use in a JavaScript string.' },
  urlquery: { signature: 'urlquery a', text: 'Escaped for use in the query of an address.' },
  call: { signature: 'call f a…', text: 'Calls a value that is a function.' },
};

/** Beginnings of blocks, with what ends them. `$1` is where typing continues. */
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: places of a snippet are written so.
export const SNIPPETS: readonly (FunctionHelp & { readonly name: string; readonly body: string })[] = [
  { name: 'if', signature: 'if … end', text: 'Only where something is not empty', body: 'if ${1:.args.name}}}$2{{end' },
  {
    name: 'ifelse',
    signature: 'if … else … end',
    text: 'One or the other',
    body: 'if ${1:.args.name}}}$2{{else}}$3{{end',
  },
  { name: 'range', signature: 'range … end', text: 'Once for each element', body: 'range ${1:.list}}}{{.}}$2\n{{end' },
  {
    name: 'with',
    signature: 'with … end',
    text: 'With something as dot, where it is not empty',
    body: 'with ${1:.args.name}}}{{.}}$2{{end',
  },
  {
    name: 'define',
    signature: 'define … end',
    text: 'A template of its own, to be used by name',
    body: 'define "${1:name}"}}$2{{end',
  },
  {
    name: 'template',
    signature: 'template "name" .',
    text: 'What was defined by that name',
    body: 'template "${1:name}" .',
  },
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: places of a snippet are written so.
