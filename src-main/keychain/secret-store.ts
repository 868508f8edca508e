/** A secret, or why it cannot be read; no such item: neither. */
export interface Secret {
  readonly secret?: string;
  readonly problem?: string;
}

/** A place for secrets. It never throws: what it cannot do it says. */
export interface SecretStore {
  read(account: string): Promise<Secret>;
  write(account: string, secret: string): Promise<{ readonly problem?: string }>;
  remove(account: string): Promise<{ readonly problem?: string }>;
}
