import { integer, number, text } from '../schema/plain-schemas.ts';
import * as z from '../schema/zod.ts';

/** Settings of agent workspaces. */
export const WorkspaceSettings = z
  .strictObject({
    python: text.min(1).optional().describe('Python that runs tools of workspaces; found automatically if empty'),
    call_seconds: number.min(1).max(3600).default(120).describe('Seconds one call of a workspace’s tool may take'),
    import_seconds: number.min(1).max(600).default(30).describe('Seconds one file of a workspace may take to load'),
    answer_kb: integer.min(1).max(16_000).default(4000).describe('Longest answer of a tool, in kilobytes'),
    memory_mb: integer.min(64).max(1_048_576).default(2048).describe('Memory of a workspace’s tools together, in MB'),
    processes: integer.min(2).max(100_000).default(200).describe('Processes of a workspace’s tools at once'),
    cpu_percent: z
      .number()
      .min(1)
      .max(100_000)
      .nullable()
      .default(null)
      .describe('CPU use of a workspace’s tools, in percent of one core; empty: no limit'),
    disk_mb: z
      .int()
      .min(1)
      .max(16_777_216)
      .nullable()
      .default(10_240)
      .describe('What a workspace’s tools may add to the disk, in MB; empty: no limit'),
  })
  .prefault({});
