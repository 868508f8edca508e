import type { McpPolicy, McpServerState } from '#contract';
import { useApi } from '../api/api-context.tsx';
import type { AsyncAction } from '../state/use-async-action.ts';
import { Badge } from '../ui/badge.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './served-tools.module.css';

type ClientAccess = McpServerState['policies'][number];

const CHOICES: readonly { readonly value: McpPolicy['kind']; readonly label: string }[] = [
  { value: 'ask', label: 'Ask about every call' },
  { value: 'reads', label: 'Reading is free' },
  { value: 'tools', label: 'By tool' },
];

const MEANING: Readonly<Record<McpPolicy['kind'], string>> = {
  ask: 'You are asked about every call.',
  reads:
    'Calls that only read, and that your rules, the mode or the preset allow, run without asking. Every other call asks.',
  tools: 'Calls of ticked tools are decided by your rules and the mode, as a model’s are. Calls of the others ask.',
};

const REACHED = { http: 'HTTP', stdio: 'standard input and output' } as const;

/** Policy of each program that uses our tools: what it may do without a question. */
export function ClientPolicies({ state, doing }: { readonly state: McpServerState; readonly doing: AsyncAction }) {
  const tools = state.tools.flatMap(({ name, isServed }) => (isServed ? [name] : []));
  return (
    <section className={styles.card} aria-label="Clients">
      <h3 className={styles.title}>Clients</h3>
      {state.policies.length === 0 ? (
        <p className={styles.fact}>
          No client has connected yet. Each asks about every call until you choose otherwise.
        </p>
      ) : (
        <p className={styles.fact}>
          A client says its own name: any program that has the token can use it. What your rules deny is denied to each.
        </p>
      )}
      {state.policies.map((client) => (
        <ClientPolicy key={`${client.transport} ${client.name}`} client={client} tools={tools} doing={doing} />
      ))}
    </section>
  );
}

interface ClientPolicyProps {
  readonly client: ClientAccess;
  /** Names of the tools that are served. */
  readonly tools: readonly string[];
  readonly doing: AsyncAction;
}

function ClientPolicy({ client, tools, doing }: ClientPolicyProps) {
  const api = useApi();
  const { name, transport, policy, isConnected } = client;
  const set = (next: McpPolicy) => doing.run(() => api.mcp.setPolicy({ name, transport, policy: next }));
  const choose = (kind: string) => {
    if (kind === 'ask' || kind === 'reads') set({ kind });
    else set({ kind: 'tools', byRules: [] });
  };
  return (
    <div className={styles.client}>
      <div className={styles.row}>
        <strong>
          <VisibleText text={name} />
        </strong>
        <span className={styles.fact}>over {REACHED[transport]}</span>
        <Badge tone={isConnected ? 'success' : 'neutral'}>{isConnected ? 'connected' : 'not connected'}</Badge>
        <span className={styles.gap} />
        <SelectField
          label={`Calls of ${name}`}
          isLabelHidden
          choices={CHOICES}
          value={policy.kind}
          disabled={doing.isBusy}
          onChange={choose}
        />
      </div>
      <p className={styles.fact}>{MEANING[policy.kind]}</p>
      {policy.kind === 'tools' ? (
        <ToolChoices client={name} policy={policy} tools={tools} doing={doing} set={set} />
      ) : undefined}
    </div>
  );
}

interface ToolChoicesProps extends Pick<ClientPolicyProps, 'tools' | 'doing'> {
  readonly client: string;
  readonly policy: Extract<McpPolicy, { kind: 'tools' }>;
  readonly set: (policy: McpPolicy) => void;
}

function ToolChoices({ client, policy, tools, doing, set }: ToolChoicesProps) {
  const { byRules } = policy;
  return (
    <ul className={styles.tools} aria-label={`Tools decided by your rules for ${client}`}>
      {tools.map((tool) => (
        <li key={tool}>
          <label className={styles.tick}>
            <input
              type="checkbox"
              aria-label={`${tool} by your rules, for ${client}`}
              checked={byRules.includes(tool)}
              aria-disabled={doing.isBusy}
              onChange={({ target }) => {
                const others = byRules.filter((one) => one !== tool);
                set({ kind: 'tools', byRules: target.checked ? [...others, tool] : others });
              }}
            />
            <code>
              <VisibleText text={tool} />
            </code>
          </label>
        </li>
      ))}
    </ul>
  );
}
