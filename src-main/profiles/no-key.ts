/** What stands as the key of a profile whose server needs none, and is sent there: nobody is asked for one. */
export const NO_KEY = 'none';
