/** A command, as a shell's program is told to run it. */
export interface CommandToRun {
  readonly text: string;
  /** Names of the pipes that take what it prints. */
  readonly stdout: string;
  readonly stderr: string;
  /** Pipe on which the shell reports the end, by this token. */
  readonly side: string;
  readonly token: string;
  /** Report after the previous command. */
  readonly last: ShellReport | undefined;
  /** Holds the text of a long command; written before the command is told. */
  readonly textFile: string;
}

/** A command that a shell is to become; see `CommandToRun`. */
export type CommandToBecome = Pick<CommandToRun, 'text' | 'stdout' | 'stderr' | 'textFile'>;

/** Report of a shell after a command. */
export interface ShellReport {
  readonly exitCode: number;
  readonly cwd: string;
  readonly hasAliases: boolean;
}

/** Way to start a shell and to tell it what to run: text alone. */
export interface ShellLauncher {
  readonly file: string;
  readonly args: readonly string[];
  /** Text sent to it first. */
  readonly setup: string;
  /** Whether the text of this command goes by the file. */
  readonly isByFile: (text: string) => boolean;
  readonly tell: (command: CommandToRun) => string;
  /** Makes a shell that has run nothing yet continue as a fresh shell with that command, and end with it. */
  readonly become: (command: CommandToBecome) => string;
  /** Parses the fields of a report, without the token. `undefined` if they make no sense. */
  readonly parseReport: (fields: readonly string[]) => ShellReport | undefined;
  /** Fields of a report, without the token. */
  readonly reportFields: number;
}
