import type { LinkSpec } from '#contract';

const BLANK = '•••';

/** The command line, path or address, as a person reads it; without secrets. */
export function specTitle(spec: LinkSpec): string {
  if (spec.kind === 'program') return commandLine(spec.argv);
  if (spec.kind === 'js') return `js ${shellQuoted(spec.path)}`;
  const { transport } = spec;
  return `${spec.name}: ${transport.type === 'stdio' ? commandLine(transport.argv) : bareUrl(transport.url)}`;
}

/** The spec for the page: values of variables and headers, and what an address hides, stay here. */
export function shownSpec(spec: LinkSpec): LinkSpec {
  if (spec.kind !== 'mcp') return spec;
  const { transport } = spec;
  return {
    ...spec,
    transport:
      transport.type === 'stdio'
        ? { ...transport, environment: withoutValues(transport.environment) }
        : { ...transport, url: bareUrl(transport.url), headers: withoutValues(transport.headers) },
  };
}

function withoutValues(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, BLANK]));
}

/** Removes what may be secret: user, password, query. */
function bareUrl(text: string): string {
  const url = new URL(text);
  return `${url.origin}${url.pathname}`;
}

function commandLine(argv: readonly string[]): string {
  return argv.map(shellQuoted).join(' ');
}

function shellQuoted(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
