import type { AgentWorkspace, LayerReading } from '#contract';
import type { RunJob } from '../thread/run-job.ts';

/** Description of a folder as an agent, read without running or opening it. */
export interface AgentInFolder extends Omit<LayerReading, 'layer' | 'wasTrusted'> {
  /** Earlier trust in exactly this content, with the network or without. */
  readonly trusted: { readonly hasNetwork: boolean } | undefined;
}

/** Agents in folders, as images need them. */
export interface AgentsPort {
  /** @throws AppError NOT_FOUND, INVALID_INPUT */
  read(folder: string, signal: AbortSignal): Promise<AgentInFolder>;
  /** @throws AppError NOT_FOUND, INVALID_INPUT for what is no text */
  readText(folder: string, file: string): Promise<string>;
  /** Opens a folder as an agent workspace. @throws AppError UNAVAILABLE, INVALID_INPUT */
  open(folder: string): Promise<AgentWorkspace>;
  /** @throws AppError CONFLICT, DENIED, UNAVAILABLE */
  trust(path: string, seen: { readonly hash: string; readonly network: boolean }): Promise<void>;
}

/** Result for an opened image, for the record. */
export interface OpenedImage {
  /** Real path of the folder. */
  readonly workspace: string;
  /** Absolute path of the image. */
  readonly image: string;
  readonly layer: string;
  readonly tag?: string;
}

/** Dependencies of reading and opening images. */
export interface ImageParts {
  /** Absolute path of a folder of the app's own in which layers are laid out to be read. */
  readonly folder: string;
  readonly agents: AgentsPort;
  /** Absolute path of the folder in which it is kept what folders were opened from. */
  readonly bases: string;
  /** Runs heavy work in another thread. */
  readonly run: RunJob;
  /** Writes to the record that a layer was opened; never throws. */
  readonly record: (opened: OpenedImage) => void;
}
