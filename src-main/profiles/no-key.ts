/** Placeholder key of a profile whose server needs none; it is sent there, and no key is asked for. */
export const NO_KEY = 'none';
