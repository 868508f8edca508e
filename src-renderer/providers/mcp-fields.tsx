import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { AttachDraft, DraftProblems } from './attach-draft.ts';
import { PairsField } from './pairs-field.tsx';

export interface McpFieldsProps {
  readonly draft: AttachDraft;
  readonly problems: DraftProblems;
  readonly onChange: (change: Partial<AttachDraft>) => void;
}

const TRANSPORTS = [
  { value: 'stdio', label: 'A program on this machine (stdio)' },
  { value: 'http', label: 'A server at an address (HTTP)' },
];

/** Fields of an MCP server: its name, how it is reached, and its variables or headers. */
export function McpFields({ draft, problems, onChange }: McpFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        value={draft.name}
        placeholder="weather"
        hint="Its tools are called by it, such as weather_forecast."
        error={problems.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <SelectField
        label="Reached as"
        value={draft.transport}
        choices={TRANSPORTS}
        onChange={(value) => onChange({ transport: value === 'http' ? 'http' : 'stdio' })}
      />
      {draft.transport === 'http' ? (
        <>
          <TextField
            label="Address"
            inputMode="url"
            value={draft.url}
            placeholder="https://example.org/mcp"
            error={problems.url}
            onChange={(event) => onChange({ url: event.target.value })}
          />
          <PairsField
            label="Header"
            hint="Such as Authorization: Bearer …. Values are kept with your keys, not in a file."
            pairs={draft.headers}
            problem={problems.pairs}
            onChange={(headers) => onChange({ headers })}
          />
        </>
      ) : (
        <>
          <TextField
            label="Command line"
            value={draft.line}
            placeholder="npx -y @modelcontextprotocol/server-filesystem ."
            error={problems.line}
            onChange={(event) => onChange({ line: event.target.value })}
          />
          <PairsField
            label="Variable"
            hint="Added to its environment. Values are kept with your keys, not in a file."
            pairs={draft.variables}
            problem={problems.pairs}
            onChange={(variables) => onChange({ variables })}
          />
        </>
      )}
    </>
  );
}
