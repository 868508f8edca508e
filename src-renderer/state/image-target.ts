/** Prefix of a navigation target that means an image to read. */
const OF_IMAGE = 'image:';

/** The target in Workspaces that reads an image. */
export const imageTarget = (path: string): string => `${OF_IMAGE}${path}`;

/** Path of the image that a target of Workspaces means; undefined for others. */
export const imageOf = (target: string): string | undefined =>
  target.startsWith(OF_IMAGE) ? target.slice(OF_IMAGE.length) : undefined;
