import { randomUUID } from 'node:crypto';
import { pipesOf } from '../child-pipes.ts';
import { hasStarted, type StartOptions, spawnGroup } from '../group.ts';
import { dyingWithHost } from '../watchdog.ts';
import type { LaunchedProgram } from './launcher.ts';
import type { PreparedContainer } from './process-container.ts';

/** Starts a program where no shell is needed before it: macOS and Windows. @throws AppError UNAVAILABLE. */
export async function startInTree(options: StartOptions, prepared: PreparedContainer): Promise<LaunchedProgram> {
  const marker = options.marker ?? randomUUID();
  dyingWithHost.expect(marker);
  try {
    const child = spawnGroup(options, marker);
    await hasStarted(child, options);
    const pipes = pipesOf(child);
    dyingWithHost.started(marker, pipes.pid);
    const container = prepared.around({ pid: pipes.pid, marker });
    return { child: pipes, container, marker, pids: { around: new Set(), program: pipes.pid } };
  } catch (error) {
    dyingWithHost.gone(marker);
    throw error;
  }
}
