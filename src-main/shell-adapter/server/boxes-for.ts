import type { ContainmentPort } from '#process/containment/model';
import type { BoxPorts } from '../shells/shell-boxes.ts';
import { whyNoBox } from '../shells/shell-starter.ts';
import type { AdapterPorts } from './adapter-ports.ts';
import type { AdapterConfig } from './config/adapter-config.ts';
import { shellSettings } from './settings-of.ts';

/** Shells are shut into the box of the workspace where that works, which is tried by starting one. */
export async function boxesFor(
  { config, ports }: { readonly config: AdapterConfig; readonly ports: AdapterPorts },
  containment: ContainmentPort,
): Promise<BoxPorts | undefined> {
  const { boxes, environment, spoolFolder } = ports;
  if (!boxes) return undefined;
  const settings = shellSettings(config);
  const why = await whyNoBox({ containment, environment, settings: () => settings, spoolFolder, boxes });
  if (why === undefined) return boxes;
  ports.warn(`Its shells run outside the box, with your rights: ${why}`);
  return undefined;
}
