import type { AttributePort } from '#ledger';
import { copyAttributes } from '#process/copy-attributes';
import { findAttributes } from '#process/find-attributes';
import { flushFileSystem } from '#process/flush-file-system';

const attributes: AttributePort = { find: findAttributes, copy: copyAttributes };

/** What an undo needs of the system's programs. */
export const undoPorts = { attributes, flush: flushFileSystem };
