/** Reason why a request in OpenAI's form cannot be translated for Anthropic's service. */
export type UntranslatableKind =
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
export class Untranslatable extends Error {
  override readonly name = 'Untranslatable';
  readonly kind: UntranslatableKind;

  constructor(kind: UntranslatableKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
