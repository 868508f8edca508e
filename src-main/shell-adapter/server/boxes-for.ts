import type { ContainmentPort } from '#process/containment/model';
import type { BoxPorts } from '../shells/process/shell-boxes.ts';
import { whyNoBox } from '../shells/process/shell-starter.ts';
import type { AdapterPorts } from './adapter-ports.ts';
import type { AdapterConfig } from './config/adapter-config.ts';
import { shellSettings } from './settings-of.ts';

/** The boxes of shells, or why there are none, as a clause. */
export type FoundBoxes =
  | { readonly boxes: BoxPorts; readonly noBox?: undefined }
  | { readonly boxes?: undefined; readonly noBox: string };

/** Shuts shells into the box of the workspace where that works, which is tried by starting one; says it where it does not. */
export async function boxesFor(
  { config, ports }: { readonly config: AdapterConfig; readonly ports: AdapterPorts },
  containment: ContainmentPort,
): Promise<FoundBoxes> {
  const { boxes, environment, spoolFolder } = ports;
  const settings = shellSettings(config);
  const why = boxes
    ? await whyNoBox({ containment, environment, settings: () => settings, spoolFolder, boxes })
    : 'it was started without one';
  if (boxes && why === undefined) return { boxes };
  const noBox = why ?? 'it is not known why';
  const isMode = config.adapter.confirmation.mode === 'workspace';
  if (boxes || isMode) ports.warn(`Its shells run outside the box, with your rights: ${noBox}${isMode ? NO_MODE : ''}`);
  return { noBox };
}

const NO_MODE = '. "confirmation.mode: workspace" has no effect, and asks as "risky" does';
