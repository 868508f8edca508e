import { createRewind, Points } from '#rewind';
import { pointPacker } from '../images/pack-point.ts';
import type { AppPorts, ChatFeature, EffectPorts } from '../ports.ts';

/** Creates the points of turns, which are taken whatever starts the turn. */
export function createPoints({ cleanup, ledger, watch, log }: EffectPorts): Points {
  const takePoint = (workspace: string, signal?: AbortSignal) => watch.point(workspace, signal);
  return cleanup.use(new Points({ takePoint, ledger, onAppended: ledger.onAppended, log }));
}

/** Going back in a session, and forth again. */
export function createRewindFeature(ports: AppPorts, conversations: ChatFeature) {
  const { config, ledger, images, log, watch, workspaceOf, files } = ports;
  const takePoint = (workspace: string, signal?: AbortSignal) => watch.point(workspace, signal);
  const pack = pointPacker({ ledger, dataFolder: config.dataFolder, images, log });
  return createRewind({ ledger, takePoint, workspaceOf, conversations, pack, ...files.wayBack });
}
