import * as z from '#contract/zod';
import { isLevel } from '../log/levels.ts';

const positive = z.number('must be a number').positive('must be more than 0');
const characters = z.int('must be a whole number').min(0, 'must not be less than 0').max(100_000_000);
const megabytes = positive.max(100_000_000).nullable();

const Confirmation = z.object({
  mode: z
    // YAML 1.1 reads `off` as false.
    .preprocess(
      (value) => (value === false ? 'off' : value),
      z.enum(['off', 'workspace', 'risky', 'all'], 'must be "off", "workspace", "risky" or "all"'),
    )
    .default('risky')
    .describe(
      'Which commands somebody is asked about: `off` none, `workspace` those that leave the box, `risky` those with a known danger or an unknown program, `all` every one',
    ),
  approver: z
    .enum(['user', 'client'], 'must be "user" or "client"')
    .default('user')
    .describe('Who is asked: you, or the client itself once more'),
  timeout: positive.max(86_400).default(120).describe('Seconds until a question nobody answered means no'),
  allow: z
    .array(z.string().min(1))
    .max(1000)
    .default([])
    .describe('Patterns of commands that are run without a question'),
  deny: z.array(z.string().min(1)).max(1000).default([]).describe('Patterns of commands that are never run'),
});

/** Schema of each key, with the document's defaults; `presets.ts` has others. `null` lifts a limit. */
const AdapterSection = z.object({
  preset: z
    .enum(['desktop', 'document'], 'must be "desktop" or "document"')
    .default('document')
    .describe(
      'Defaults of the limits below: `document` has those of this table, `desktop` those that ordinary tools live with',
    ),
  adapter_type: z.string().min(1).max(100).default('shell').describe('Said in every envelope and status'),
  connection_check_interval: z
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(86_400)
    .default(300)
    .describe('Seconds between two `adapter_status` events'),
  workspace_directory: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Where a shell starts; `~` is your home, a relative path begins at this file. It must be there. Your home otherwise',
    ),
  session_max_lifetime: positive.max(525_600).default(5).describe('Minutes from the opening of a session to its end'),
  command_max_lifetime: positive.max(2_000_000).default(60).describe('Seconds a command may take'),
  max_output_size: characters.default(500).describe('Characters of stdout, and of stderr, that are given back whole'),
  begin_output_size: characters.default(200).describe('Characters kept of the beginning of a longer one'),
  end_output_size: characters.default(300).describe('Characters kept of its end'),
  cpu_percent_limit: positive
    .max(1_000_000)
    .nullable()
    .default(50)
    .describe('Percent of one core, over all that a session runs'),
  memory_mb_limit: megabytes.default(50).describe('MB of 1,048,576 bytes, over all that a session runs'),
  disk_mb_limit: megabytes.default(1024).describe('MB by which the workspace may grow'),
  resource_check_interval: positive.max(3600).default(10).describe('Seconds over which the use of CPU is averaged'),
  max_sessions: z.int('must be a whole number').min(1).max(1000).default(10).describe('Shells open at one time'),
  max_isolated: z
    .int('must be a whole number')
    .min(1)
    .max(1000)
    .default(10)
    .describe('Commands without a session that run at one time; others wait for their turn'),
  max_processes: z
    .int('must be a whole number')
    .min(1)
    .nullable()
    .default(1000)
    .describe('Processes of a session at one time'),
  max_output: z
    .int('must be a whole number')
    .min(1000, 'must be 1000 or more')
    .max(10_000_000_000)
    .default(50_000_000)
    .describe('Bytes that a command may print before it is ended'),
  close_sessions_on_disconnect: z
    .boolean('must be true or false')
    .default(true)
    .describe('Whether the sessions of a client that has gone are ended after 30 seconds'),
  confirmation: Confirmation.prefault({}),
});

const LoggingSection = z.object({
  logging_level: z
    .string('must be a text')
    .refine(isLevel, 'must be DEBUG, INFO, WARNING, ERROR or CRITICAL')
    .default('info')
    .describe('DEBUG, INFO, WARNING, ERROR or CRITICAL'),
  log_file_path: z
    .string()
    .min(1)
    .default('logs/shell_adapter.log')
    .describe('A relative path begins at this file; folders are made'),
  log_format: z
    .string()
    .default('%(asctime)s - %(name)s - %(levelname)s - %(message)s')
    .describe("In Python's percent style"),
  max_log_size: z
    .int('must be a whole number')
    .min(0)
    .default(5_242_880)
    .describe('Bytes that a log file stays below; 0: no end'),
  backup_count: z
    .int('must be a whole number')
    .min(0)
    .max(1000)
    .default(3)
    .describe('Older log files that are kept; 0: one file without an end'),
});

const SocketioSection = z.object({
  host: z.string().min(1).default('127.0.0.1').describe('Where to listen; beyond this machine only with a token'),
  port: z
    .int('must be a whole number')
    .min(0)
    .max(65_535, 'must be a port, 0 to 65535')
    .default(8087)
    .describe('0: any free one'),
  cors_allowed_origins: z
    .union([z.string(), z.array(z.string())], 'must be an origin, a list of them, or "*"')
    .default('*')
    .describe('Origins of web pages that may connect. `*` lets none in without a token'),
  auth_token: z
    .string('must be a text')
    .min(8, 'must be 8 characters or more')
    .optional()
    .describe('What every client must present, as `auth.token` or `Authorization: Bearer`'),
});

export const AdapterFile = z.object({
  adapter: AdapterSection.prefault({}),
  logging: LoggingSection.prefault({}),
  socketio: SocketioSection.prefault({}),
});
export type AdapterFile = z.infer<typeof AdapterFile>;

/** The sections by their dotted names, each with its keys: nothing else is known. */
export const SECTIONS = {
  adapter: AdapterSection.omit({ confirmation: true }),
  'adapter.confirmation': Confirmation,
  logging: LoggingSection,
  socketio: SocketioSection,
};
