import { basename } from 'node:path';
import { shownBytes } from '#core/files/path-bytes';

/** Names and remarks of one kind that are told at most. */
export const MAX_TOLD = 100;

/** Sentences about entries of a copy; paths are relative. */
export const lookWords = {
  special: (path: string) => `${shownBytes(path)} is a pipe, a socket or a device, and is not in the branch`,
  notCopied: (path: string, why: string) => `${shownBytes(path)} could not be copied: ${why}`,
  leadingBack: (path: string, workspace: string) =>
    `${shownBytes(path)} is a link that leads back into ${basename(workspace)} itself`,
} as const;
