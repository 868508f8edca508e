/** A thread that packs, checks and changes images, so that the main thread stays free. */
import { serveJobs } from '#images/serve-jobs';
import { feedProgram } from '#process/feed-program';
import { imageXattrs } from '../images/image-bases.ts';

serveJobs({ ...imageXattrs(), feed: feedProgram });
