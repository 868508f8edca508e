import { Containment, LiveUsage, RunLimits } from './limits.ts';
import {
  anything,
  flag,
  integer,
  optionalFlag,
  optionalInteger,
  optionalText,
  text,
  texts,
} from './schema/plain-schemas.ts';
import { procedure, SessionId, stream, Timestamp } from './schema/procedure.ts';
import * as z from './schema/zod.ts';

/** Problem in the Shell Adapter's file, by key, such as `adapter.max_output_size`. */
export const AdapterProblem = z.object({ path: text, line: optionalInteger, message: text });
export type AdapterProblem = z.infer<typeof AdapterProblem>;

/** One connected Socket.IO client. */
export const AdapterClient = z.object({
  id: text,
  /** Address it connects from, and the name it gave itself, if any. */
  address: text,
  connectedAt: Timestamp,
  /** Session in which its actions are recorded. */
  record: SessionId,
});
export type AdapterClient = z.infer<typeof AdapterClient>;

/** A shell that a client has open, or one that runs a single command. */
export const AdapterShell = z.object({
  id: text,
  client: optionalText,
  /** `independent`: for one command, which it ends with. */
  kind: z.enum(['session', 'independent']),
  cwd: text,
  openedAt: Timestamp,
  /** Time at which the age limit ends the shell; absent without a limit. */
  expiresAt: Timestamp.optional(),
  commands: integer,
  /** Waiting behind the one that runs. */
  queued: integer,
  running: z
    .object({
      command: text,
      startedAt: Timestamp,
      usage: LiveUsage.optional(),
      /** Limits of the shell; `usage` is shown against them. */
      limits: RunLimits.optional(),
    })
    .optional(),
});
export type AdapterShell = z.infer<typeof AdapterShell>;

export const AdapterState = z.object({
  isOn: flag,
  url: optionalText,
  /** Its configuration: a YAML file with the document's keys. */
  file: text,
  yaml: text,
  problems: z.array(AdapterProblem),
  /** Warnings that do not prevent its use: limits that end every real tool, unknown keys. */
  warnings: texts.optional(),
  /** Path of its log; absent while it is off. */
  logFile: optionalText,
  /** `desktop` has limits that ordinary tools live with; `document` has the document's; `file` those that the file names. */
  preset: z.enum(['desktop', 'document', 'file']),
  /**
   * Values in force by dotted key of the file, such as `adapter.confirmation.mode`, defaults included; for the form.
   * Secrets are left out.
   */
  values: z.record(text, anything),
  workspace: text,
  containment: Containment.optional(),
  /** Reason why its shells run outside the box, as a clause; absent while it is off, and if they live in one. */
  noBox: optionalText,
  clients: z.array(AdapterClient),
  shells: z.array(AdapterShell),
});
export type AdapterState = z.infer<typeof AdapterState>;

export const adapterContract = {
  changed: stream(AdapterState),
  /**
   * Listens, with the given file's configuration, else the app's own. Fails with INVALID_INPUT and every problem of the
   * file, CONFLICT while it is on, UNAVAILABLE if the port cannot be had; no socket is open then. With `mayBeOn`, one
   * that is on by that file is left as it is: `wasOn`.
   */
  start: procedure
    .input(z.object({ file: optionalText, mayBeOn: optionalFlag }))
    .output(z.object({ url: text, wasOn: optionalFlag })),
  /** Ends every shell with all its processes, tells the clients, and closes. */
  stop: procedure.output(z.void()),
  /** Replaces the app's own file; fails with INVALID_INPUT and every problem. Takes effect with the next start. */
  saveYaml: procedure.input(z.object({ yaml: text.max(1_000_000) })).output(z.void()),
  /** One key of the file, such as `adapter.confirmation.mode`; comments stay. */
  set: procedure.input(z.object({ key: text, value: anything })).output(z.void()),
  /** Token that clients must present, shown on request. Fails with NOT_FOUND if none is needed. */
  token: procedure.output(z.object({ token: text })),
  /** Shuts out every client that has the old one. */
  newToken: procedure.output(z.object({ token: text })),
  /** Ends a shell and all its processes. Fails with NOT_FOUND. */
  closeShell: procedure.input(z.object({ id: text })).output(z.void()),
};
