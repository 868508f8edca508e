import { IMAGE_TYPES } from '#contract/message-limits';

const TYPES: readonly string[] = IMAGE_TYPES;

/** Whether the browser takes a file for an image that models take; the host looks at its bytes. */
export function isImage({ type }: Pick<File, 'type'>): boolean {
  return TYPES.includes(type);
}

/** The file's bytes in base64. @throws DOMException where it cannot be read */
export function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
