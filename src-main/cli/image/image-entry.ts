import { homedir } from 'node:os';
import { imageBases } from '#app/images/image-bases';
import { dataFolderOf } from '#app/start/data-folder';
import { BaseRecords } from '#images';
import { feedProgram } from '#process/feed-program';
import { findProgram } from '#process/find-program';
import { imageCommand } from './image.ts';
import { progressLine } from './progress-line.ts';

/** `sigma workspace` about an image, without a host; Ctrl+C cancels it. */
export async function runImage(words: readonly string[]): Promise<void> {
  const cancel = new AbortController();
  const onSignal = () => cancel.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const { stdout, stderr, platform, env } = process;
  const { folder, ...xattrs } = imageBases(dataFolderOf(env, { platform, home: homedir() }));
  using line = stderr.isTTY ? progressLine(stderr) : undefined;
  process.exitCode = await imageCommand({
    stdout: line?.before(stdout) ?? stdout,
    stderr: line?.before(stderr) ?? stderr,
    words,
    cwd: process.cwd(),
    signal: cancel.signal,
    progress: line?.show,
    records: new BaseRecords(folder),
    ...xattrs,
    feed: feedProgram,
    findTool: (name) => findProgram(name, { cwd: process.cwd(), environment: { ...env, PATH: env.PATH ?? '' } }),
  });
  process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
}
