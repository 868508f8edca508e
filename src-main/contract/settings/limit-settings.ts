import { integer, number, seconds } from '../schema/plain-schemas.ts';
import * as z from '../schema/zod.ts';

/** Limits of commands that a model runs, and of turns. */
export const LimitSettings = z
  .strictObject({
    command_seconds: seconds(120, 86_400).describe('Seconds a command of the model may run'),
    command_output_bytes: z
      .int()
      .min(1000)
      .max(1_000_000_000)
      .default(50_000_000)
      .describe('Most output of one command, in bytes'),
    command_cpu_percent: z
      .number()
      .positive()
      .max(100_000)
      .nullable()
      .default(null)
      .describe('Most CPU a command may use on average, in percent of one core: 200 is two cores'),
    command_memory_mb: z
      .number()
      .positive()
      .nullable()
      .default(4096)
      .describe('Most memory a command and its children may hold, in MB of 1,048,576 bytes'),
    command_disk_mb: z
      .number()
      .positive()
      .nullable()
      .default(10_240)
      .describe('Most that the workspace and the private /tmp may grow while a command runs, in MB of 1,048,576 bytes'),
    command_processes: z
      .int()
      .min(1)
      .nullable()
      .default(1000)
      .describe('Most processes a command may have at one moment'),
    check_seconds: number.min(0.5).max(60).default(5).describe('Seconds over which CPU use is averaged'),
    rounds: integer.min(1).max(1000).default(25).describe('Ask whether to go on after this many replies in one turn'),
  })
  .prefault({});
