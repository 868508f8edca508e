import { afterEach, expect, test, vi } from 'vitest';
import { serveUntilLeft } from '../../../src-main/cli/service-command.ts';

afterEach(() => void vi.restoreAllMocks());

/** A service that needs a moment to end; `signal` sends one at a time on a clock of its own. */
function serving() {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const said: string[] = [];
  let end = () => {};
  const cleanUp = new Promise<void>((resolve) => {
    end = resolve;
  });
  const served = serveUntilLeft({
    stderr: { write: (text) => said.push(text) },
    configuration: 'It',
    file: undefined,
    serve: async (leave) => {
      await new Promise((resolve) => leave.signal.addEventListener('abort', resolve));
      await cleanUp;
      return 7;
    },
  });
  const signal = (name: NodeJS.Signals, at: number) => {
    clock.mockReturnValue(at);
    process.emit(name);
  };
  return { served, end, exit, signal };
}

test.each(['SIGHUP', 'SIGINT'] as const)(
  'a service ends in order where %s comes twice at once, as when a terminal closes',
  async (name) => {
    const { served, end, exit, signal } = serving();
    signal(name, 1000);
    signal(name, 1000);
    signal(name, 1100);
    expect(exit).not.toHaveBeenCalled();
    end();
    expect(await served).toBe(7);
  },
);

test('who insists a while later does not wait for it', async () => {
  const { served, end, exit, signal } = serving();
  signal('SIGINT', 1000);
  expect(exit).not.toHaveBeenCalled();
  signal('SIGINT', 2000);
  expect(exit).toHaveBeenCalledWith(130);
  end();
  await served;
});
