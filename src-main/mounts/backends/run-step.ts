import { MountError } from '../mount-error.ts';
import type { MountPorts, MountTool, ToolPlace } from '../mount-ports.ts';

/** Runs a program that must succeed. @throws MountError `busy` or `backend` with what it said, the signal's reason */
export async function runStep(ports: Pick<MountPorts, 'runTool'>, tool: MountTool, place: ToolPlace): Promise<string> {
  const { exitCode, stdout, stderr } = await ports.runTool(tool, place);
  place.signal?.throwIfAborted();
  if (exitCode === 0) return stdout;
  const name = tool.file.slice(tool.file.lastIndexOf('/') + 1);
  const said = stderr.trim().split('\n').slice(-3).join(' ') || `exit code ${exitCode ?? 'none'}`;
  throw new MountError(/busy/i.test(said) ? 'busy' : 'backend', `${name} failed: ${said}`);
}
