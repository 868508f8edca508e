import type { LinkSpec } from '#contract';
import type { Subscribe } from '#core/async/emitter';

/** A tool as whoever serves it declares it. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The server's own claim; shown, never believed. */
  readonly isReadOnly?: boolean | undefined;
}

export interface LinkRequest {
  readonly tool: string;
  /** The arguments as JSON text. */
  readonly arguments: string;
  /** The session's working directory: absolute, symlinks resolved. */
  readonly dir: string;
  readonly session: string;
  readonly callId: string;
  readonly timeoutMs: number;
  /** A program reads the answer, not a model: where a server gives data beside a text, the data comes alone. */
  readonly wantsData?: boolean | undefined;
}

export interface LinkEnd {
  readonly state: 'completed' | 'failed';
  readonly reason: string;
  /** Whether it asked to be started again. */
  readonly wantsRestart?: boolean | undefined;
}

/** Link to something that declares tools and answers calls: a program, a Node package, an MCP server. */
export interface ToolLink extends AsyncDisposable {
  readonly pid: number | undefined;
  declarations(): readonly ToolDeclaration[];
  /** The declarations changed. */
  readonly onChanged: Subscribe<void>;
  /** Resolves once, by whichever end came first; all waiting calls have failed by then. */
  readonly ended: Promise<LinkEnd>;
  /** Subscribes to its diagnostics, from when it is ready; until then `OpenContext.onStderr` receives them. */
  readonly onStderr: Subscribe<string>;
  /** Ends it with `graceMs` between asking and forcing; disposing it takes its own, longer, time. */
  end?(graceMs: number): Promise<void>;
  /** @throws ToolError whose message is for the model: time, end, the server's own error. */
  call(request: LinkRequest, signal: AbortSignal): Promise<unknown>;
}

/** Asks the person for a yes. */
export type ConsentAsker = (
  what: { readonly title: string; readonly text: string; readonly command?: string | undefined },
  signal: AbortSignal,
) => Promise<boolean>;

/** Asks the person for values by a form; undefined: declined. */
export type FormAsker = (
  form: { readonly server: string; readonly message: string; readonly schema: Readonly<Record<string, unknown>> },
  signal: AbortSignal,
) => Promise<Readonly<Record<string, unknown>> | undefined>;

export interface OpenContext {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Time limit from start to the ready line, in milliseconds. */
  readonly readyMs: number;
  readonly confirm: ConsentAsker;
  readonly askForm: FormAsker;
  /** Called with the current step, for a person who waits. */
  readonly onProgress: (text: string) => void;
  /** Called with diagnostics until it is ready; the link reports later ones. */
  readonly onStderr: (text: string) => void;
}

/** Starts or reaches one and reads its declarations. @throws AppError with the reason and the offending line; nothing is left running then. */
export type OpenLink = (spec: LinkSpec, context: OpenContext, signal: AbortSignal) => Promise<ToolLink>;
