/** A secret, or why it cannot be read; no such item: neither. */
export interface Secret {
  readonly secret?: string;
  readonly problem?: string;
}

/** A place for secrets. It never throws: what it cannot do it says. */
export interface SecretStore {
  read(account: string): Promise<Secret>;
  write(account: string, secret: string): Promise<{ readonly problem?: string }>;
  /** `isAbsent`: the store itself is not on this machine, or not in this session of it. */
  remove(account: string): Promise<{ readonly problem?: string; readonly isAbsent?: boolean }>;
}
