/** Looks into long command lines in a thread of its own, which is ended when it takes too long. */
import { answerInThread } from '#core/threads/answer-in-thread';
import { analyse } from './analyse.ts';
import { MAX_BYTES, TIME_LIMIT } from './limits.ts';
import type { Analysis } from './model.ts';

/** Compiled before the first question, whose time is counted. */
analyse('cd a && sudo env A=1 sh -c "ls $(cat b) | head -1" > c <<E\n$d\nE\n'.repeat(20));

answerInThread<string, Analysis>((line) => analyse(line, { mostUnits: MAX_BYTES, milliseconds: TIME_LIMIT }));
