/** Largest file of code or instructions that is read, in bytes. */
export const MAX_FILE_BYTES = 1_048_576;
/** Most entries of `tools`, and of `skills` and `schedules` each, that are read. */
export const MAX_TOOLS = 500;
export const MAX_FOLDERS = 2000;
/** Files that are read at one time. */
export const AT_ONCE = 32;
