import type { AdapterFile } from './schema.ts';

type Limits = Pick<
  AdapterFile['adapter'],
  | 'session_max_lifetime'
  | 'command_max_lifetime'
  | 'max_output_size'
  | 'begin_output_size'
  | 'end_output_size'
  | 'cpu_percent_limit'
  | 'memory_mb_limit'
  | 'disk_mb_limit'
  | 'resource_check_interval'
  | 'max_processes'
>;

/**
 * Limits that suit ordinary tools; keys that the file names take precedence. The protocol document's own are the
 * defaults of the schema.
 */
export const DESKTOP: Limits = {
  session_max_lifetime: 480,
  command_max_lifetime: 120,
  max_output_size: 30_000,
  begin_output_size: 10_000,
  end_output_size: 20_000,
  cpu_percent_limit: 400,
  memory_mb_limit: 4096,
  disk_mb_limit: 10_240,
  resource_check_interval: 5,
  max_processes: 1000,
};

export const LIMIT_KEYS = Object.keys(DESKTOP) as readonly (keyof Limits)[];
