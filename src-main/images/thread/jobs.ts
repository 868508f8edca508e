import { MOUNT_JOBS } from './mount-jobs.ts';
import { READING_JOBS } from './reading-jobs.ts';
import { WRITING_JOBS } from './writing-jobs.ts';

/** All heavy work with images, by name: each takes and gives plain data, so that it can run in another thread. */
export const IMAGE_JOBS = { ...READING_JOBS, ...WRITING_JOBS, ...MOUNT_JOBS };
