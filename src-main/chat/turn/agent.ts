/** A piece of a system prompt, and whose words it is. */
export interface AgentPiece {
  readonly origin: string;
  /** Relative to the workspace. */
  readonly file?: string | undefined;
  readonly text: string;
}

/** Contribution of an agent workspace to a turn of its sessions. */
export interface AgentPort {
  /** Never throws: where its own function fails, `problem` says why and other words take their place. */
  systemPrompt(signal: AbortSignal): Promise<{
    readonly pieces: readonly AgentPiece[];
    readonly problem?:
      | { readonly file: string; readonly line?: number | undefined; readonly message: string }
      | undefined;
  }>;
  /** Its own function that compacts a history, and the file of it; what that answers is unchecked. */
  readonly compaction?: AgentCompaction | undefined;
}

export interface AgentCompaction {
  readonly file: string;
  /** @throws AppError with the function's own error */
  run(
    history: readonly unknown[],
    maxTokens: number,
    complete: (messages: readonly unknown[]) => Promise<string>,
    signal: AbortSignal,
  ): Promise<unknown>;
}
