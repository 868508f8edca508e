/** Mark in the place of a secret, wherever a text is kept, shown or sent. */
export const REDACTED = '[secret removed]';
