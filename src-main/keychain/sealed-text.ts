import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';

/** The cost of one guess at the passphrase: 128 MiB and about half a second. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
const MAX_MEMORY = 512 * 1024 * 1024;

const base64 = z.base64();
const SealedFile = z.object({
  v: z.literal(1),
  /** Bounded, so that a planted file cannot occupy the machine. */
  kdf: z.object({
    name: z.literal('scrypt'),
    N: z.union([z.literal(2 ** 15), z.literal(2 ** 16), z.literal(2 ** 17), z.literal(2 ** 18)]),
    r: z.literal(8),
    p: z.literal(1),
    salt: base64,
  }),
  cipher: z.literal('aes-256-gcm'),
  /** A known text, which tells a wrong passphrase from a damaged file. */
  check: z.object({ iv: base64, text: base64, tag: base64 }),
  data: z.object({ iv: base64, text: base64, tag: base64 }),
});
type SealedFile = z.infer<typeof SealedFile>;
type SealedData = SealedFile['data'];

const KNOWN = 'sigma-shell-keys';

/** A key made from a passphrase, with what it takes to make it again. */
export interface SealingKey {
  readonly kdf: SealedFile['kdf'];
  readonly bytes: Buffer;
}

export async function newSealingKey(passphrase: string): Promise<SealingKey> {
  return deriveKey(passphrase, { name: 'scrypt', ...COST, salt: randomBytes(16).toString('base64') });
}

export function seal(text: string, key: SealingKey): string {
  const { kdf } = key;
  const sealed: SealedFile = {
    v: 1,
    kdf,
    cipher: 'aes-256-gcm',
    check: encrypt(KNOWN, key, 'check'),
    data: encrypt(text, key, 'data'),
  };
  return `${JSON.stringify(sealed, undefined, 2)}\n`;
}

export type UnsealResult =
  | { readonly text: string; readonly key: SealingKey }
  | { readonly text: undefined; readonly fault: 'wrong' | 'damaged' };

/** Opens what was sealed, with a passphrase or the key of another time. */
export async function unseal(sealedText: string, by: string | SealingKey): Promise<UnsealResult> {
  const sealed = parse(sealedText);
  if (!sealed) return { text: undefined, fault: 'damaged' };
  const isSameKey = typeof by !== 'string' && JSON.stringify(by.kdf) === JSON.stringify(sealed.kdf);
  if (typeof by !== 'string' && !isSameKey) return { text: undefined, fault: 'wrong' };
  const key = typeof by === 'string' ? await deriveKey(by, sealed.kdf) : by;
  if (decrypt(sealed.check, key, 'check') !== KNOWN) return { text: undefined, fault: 'wrong' };
  const text = decrypt(sealed.data, key, 'data');
  return text === undefined ? { text: undefined, fault: 'damaged' } : { text, key };
}

function parse(text: string): SealedFile | undefined {
  try {
    return SealedFile.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function deriveKey(passphrase: string, kdf: SealedFile['kdf']): Promise<SealingKey> {
  const { N, r, p } = kdf;
  const salt = Buffer.from(kdf.salt, 'base64');
  return new Promise((resolve, reject) => {
    // The same passphrase may reach us composed or decomposed.
    scrypt(passphrase.normalize('NFKC'), salt, 32, { N, r, p, maxmem: MAX_MEMORY }, (error, bytes) => {
      if (error) reject(error);
      else resolve({ kdf, bytes });
    });
  });
}

/** `purpose` is authenticated, so that one box cannot take the other's place. */
function encrypt(text: string, { bytes }: SealingKey, purpose: string): SealedData {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', bytes, iv);
  cipher.setAAD(Buffer.from(purpose));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return {
    iv: iv.toString('base64'),
    text: encrypted.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  };
}

function decrypt(box: SealedData, { bytes }: SealingKey, purpose: string): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', bytes, Buffer.from(box.iv, 'base64'), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(Buffer.from(box.tag, 'base64'));
    return Buffer.concat([decipher.update(Buffer.from(box.text, 'base64')), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
