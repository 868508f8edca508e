/**
 * Error in `Analysis.errors` of every line with a NUL byte: the program that runs would see another line than the one
 * shown.
 */
export const NUL_ERROR = 'a NUL byte ends the text for some programs';
