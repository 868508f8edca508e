import type { Settings, StopReason } from '#contract';
import type { Limiter } from '#execution';
import type { ContainedGroup } from '#process/containment/model';
import type { HostOpening } from '#workspaces';

export interface WatchedHostOptions {
  readonly limiter: Limiter;
  readonly settings: { current(): Settings };
}

type OpenedHost = Extract<HostOpening, { host: unknown }>['host'];
type WatchedProcess = Parameters<Limiter['watch']>[0];
type ProcessWatch = ReturnType<Limiter['watch']>;

/** Time between two checks of an idle host's usage, in milliseconds: it runs all day. */
const IDLE_MS = 1000;
const MB = 1_048_576;

/** The host, held to the limits of the settings: a trip ends it and tells every open call why. */
export function watchedHost(
  { limiter, settings }: WatchedHostOptions,
  workspace: string,
  group: ContainedGroup | WatchedProcess,
  host: OpenedHost,
): OpenedHost {
  const { memory_mb, processes, cpu_percent, disk_mb } = settings.current().workspaces;
  const watch = limiter.watch(group, {
    limits: {
      timeoutMs: 0,
      maxOutputBytes: 0,
      memoryBytes: memory_mb * MB,
      processes,
      ...(cpu_percent !== null && { cpuPercent: cpu_percent }),
      ...(disk_mb !== null && { diskBytes: disk_mb * MB }),
    },
    checkMs: limiter.checkMs(),
    idleEveryMs: IDLE_MS,
    workspace,
    notCounted: limiter.notCounted ?? [],
    outputBytes: () => 0,
    onUsage: () => {},
    onTrip: (_: StopReason, text: string) => host.trip?.(text),
  });
  watch.pause();
  if ('exited' in group) {
    group.limitMemory(memory_mb * MB);
    const text = `It held more memory than the ${memory_mb} MB it may`;
    void group.exited.then(() => group.hasRunOut && host.trip?.(text));
  }
  void host.ended.then(() => watch.stop());
  return lookedAtWhileBusy(host, watch);
}

/** Checks the usage of a host frequently only while a requested call runs. */
function lookedAtWhileBusy(host: OpenedHost, watch: ProcessWatch): OpenedHost {
  let open = 0;
  const busy = async <T>(work: () => Promise<T>): Promise<T> => {
    if (open === 0) watch.resume();
    open += 1;
    try {
      return await work();
    } finally {
      open -= 1;
      if (open === 0) watch.pause();
    }
  };
  return {
    get pid() {
      return host.pid;
    },
    ...(host.isBoxed !== undefined && { isBoxed: host.isBoxed }),
    ended: host.ended,
    onStderr: host.onStderr,
    load: (...given) => busy(() => host.load(...given)),
    call: (...given) => busy(() => host.call(...given)),
    systemPrompt: (...given) => busy(() => host.systemPrompt(...given)),
    compact: (...given) => busy(() => host.compact(...given)),
    trip: (why) => host.trip?.(why),
    end: (graceMs) => host.end(graceMs),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}
