import type { Report } from './run.ts';
import { manyClients } from './sockets/clients.ts';
import { firstByte } from './sockets/first-byte.ts';

/** The parts of the bench; schedules add theirs here. */
const PARTS: Readonly<Record<string, (report: Report) => Promise<void>>> = {
  'first-byte': firstByte,
  clients: manyClients,
};

/**
 * Measures the cost of a session socket: the first byte beyond the model's own, and many clients beside a bare server.
 */
export async function run(report: Report, parts: readonly string[]): Promise<void> {
  for (const [name, part] of Object.entries(PARTS)) if (parts.length === 0 || parts.includes(name)) await part(report);
}
