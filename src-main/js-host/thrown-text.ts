import { inspect } from 'node:util';

/** Describes what was thrown, for the model; anything can be thrown. Never throws. */
export function thrownText(error: unknown): string {
  try {
    if (typeof error === 'string') return error;
    const { message } = (error ?? {}) as { readonly message?: unknown };
    if (error instanceof Error && message === '') return `${error.name}`;
    return typeof message === 'string' ? message : inspect(error, { depth: 3, breakLength: Number.POSITIVE_INFINITY });
  } catch {
    return 'It threw something that cannot be shown.';
  }
}
