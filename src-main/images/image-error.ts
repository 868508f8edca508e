import { AppError } from '#core/app-error';

/** Defects of an image as a whole, in order of priority: of several the first is reported. */
export const IMAGE_DEFECTS = [
  'not-squashfs',
  'truncated',
  'codec',
  'table',
  'duplicate-name',
  'name',
  'device',
  'setuid',
  'loop',
  'entries',
  'bytes',
  'depth',
  'data',
] as const;

export type ImageDefect = (typeof IMAGE_DEFECTS)[number];

/** An image that cannot be used, and the class of what is wrong: with the file, its manifest, or the layer that was asked for. */
export class ImageError extends AppError {
  readonly defect: ImageDefect | 'manifest' | 'layer';

  constructor(defect: ImageError['defect'], message: string) {
    super(defect === 'layer' ? 'NOT_FOUND' : 'INVALID_INPUT', message);
    this.defect = defect;
  }
}
