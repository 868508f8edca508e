import type { AdapterShell } from '#contract';
import type { Redactor } from '#core/secrets/redact';
import type { Shells } from '../shells/model.ts';
import type { ServedClients } from './clients.ts';
import type { Commands } from './run-command.ts';

/** Clients that are connected, and those whose shells are open: what they left running there may still write. */
export function aliveIn(
  { shells, clients }: { readonly shells: Shells; readonly clients: ServedClients },
  workspace: string,
) {
  const owners = shells
    .list()
    .flatMap(({ kind, client }) => (kind === 'session' && client !== undefined ? [client] : []));
  const all = new Set([...clients.connected, ...owners.flatMap((owner) => clients.find(owner) ?? [])]);
  return [...all].map(({ title }) => ({ title, workspace }));
}

/** Adds the number of waiting commands to a shell, and hides a client that is not known. */
export function withWaiting(
  shell: AdapterShell,
  { commands, clients }: { readonly commands: Commands; readonly clients: ServedClients },
): AdapterShell {
  const isKnown = shell.client !== undefined && clients.find(shell.client) !== undefined;
  const { client: _, ...rest } = shell;
  return { ...(isKnown ? shell : rest), queued: shell.queued + commands.waiting(shell.id) };
}

/** Most characters shown of a running command, and as many more that are searched for secrets at the cut. */
const SHOWN = 2000;
const MARGIN = 1000;

/** Describes a shell without secrets. States are reported often, and a command may be megabytes long. */
export function shownShell(shell: AdapterShell, redactor: Redactor): AdapterShell {
  const { running } = shell;
  if (!running || running.command.length <= SHOWN) return redactor.value(shell);
  const command = redactor.text(running.command.slice(0, SHOWN + MARGIN)).slice(0, SHOWN);
  return redactor.value({ ...shell, running: { ...running, command: `${command}…` } });
}
