import { constants } from 'node:fs';

const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;

/** Flags to open a file for reading that never wait: a pipe in its place may have no writer. */
export const READ_NONBLOCKING = O_RDONLY | O_NONBLOCK;

/** Flags as {@link READ_NONBLOCKING}; a symbolic link in the file's place is refused with `ELOOP`. */
export const READ_NONBLOCKING_NOFOLLOW = READ_NONBLOCKING | O_NOFOLLOW;
