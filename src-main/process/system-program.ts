/** Search path of the system's own programs, which no person's folder comes before. */
export const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';

/** Environment of a program of the system whose answer is read: nothing of a person's, and messages in English. */
export const SYSTEM_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C' } as const;

/** The system's own Python, which has the standard library alone when it is started with `-I`. */
export const SYSTEM_PYTHON = '/usr/bin/python3';
