import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { LinkEnd } from '#tools';

/** A way to one MCP server, whatever carries the messages. */
export interface McpWire {
  readonly transport: Transport;
  readonly pid: number | undefined;
  /** Reason why it is gone; decided once. */
  readonly ended: Promise<LinkEnd>;
  /** Reason why it is gone, once it is. */
  end(): LinkEnd | undefined;
  /** Whether we closed it ourselves, as after a failure that says more. */
  isClosedByUs(): boolean;
  /** Last messages that may explain why it does not answer. */
  lastWords(): string;
  close(graceMs: number): Promise<void>;
}
