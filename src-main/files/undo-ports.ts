import type { AttributePort } from '#ledger';
import { copyAttributes } from '#process/copy-attributes';
import { readAttributes, writeAttributes } from '#process/file-attributes';
import { flushFileSystem } from '#process/flush-file-system';

const attributes: AttributePort = { read: readAttributes, write: writeAttributes, copy: copyAttributes };

/** Ports of an undo to the system's programs. */
export const undoPorts = { attributes, flush: flushFileSystem };
