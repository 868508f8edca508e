/** Reason why a request in OpenAI's form cannot be translated for Anthropic's service. */
export type TranslationErrorKind =
  /** The body, a message, part, call or tool is not of OpenAI's form. */
  | 'shape'
  /** Feature of OpenAI's form that Anthropic lacks. */
  | 'unsupported'
  | 'arguments'
  | 'image'
  | 'empty'
  | 'first-role'
  | 'orphan-call'
  | 'orphan-result'
  | 'duplicate-id';

/** Ends a translation, with the place of what is wrong in its message. */
export class TranslationError extends Error {
  override readonly name = 'TranslationError';
  readonly kind: TranslationErrorKind;

  constructor(kind: TranslationErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
