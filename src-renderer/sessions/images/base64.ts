const TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** Largest image of a message in bytes, as the contract has it. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

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
