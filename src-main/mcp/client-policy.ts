import type { McpClientKey, McpFile, McpPolicy } from '#contract';
import type { Caller } from '#tools';

const ASK_ALL: McpPolicy = { kind: 'ask' };

type McpClients = Pick<McpFile, 'clients'>;

/** The policy of a client by the name it gives itself and how it reaches us; it asks about everything unless one is kept. */
export function policyOf({ clients = [] }: McpClients, client: McpClientKey): McpPolicy {
  return clients.find((one) => isSameClient(one, client))?.policy ?? ASK_ALL;
}

/** The kept policies with this one of the client. */
export function withPolicy({ clients = [] }: McpClients, client: McpClientKey, policy: McpPolicy): McpFile['clients'] {
  const others = clients.filter((one) => !isSameClient(one, client));
  return policy.kind === 'ask' ? others : [...others, { ...client, policy }];
}

/** Permission of a client to use a tool without a question. */
export function toolAllowance(policy: McpPolicy, tool: string): Caller['lets'] {
  if (policy.kind === 'reads') return 'reads';
  return policy.kind === 'tools' && policy.byRules.includes(tool) ? 'rules' : 'nothing';
}

export function isSameClient(one: McpClientKey, other: McpClientKey): boolean {
  return one.name === other.name && one.transport === other.transport;
}
