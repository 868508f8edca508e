/** Texts that were allowed for as long as a shell is open. */
export class RememberedTexts {
  readonly #shells = new Map<string, { readonly owner: string; readonly commands: Set<string> }>();

  has(shell: string, command: string): boolean {
    return this.#shells.get(shell)?.commands.has(command) ?? false;
  }

  add(owner: string, shell: string, command: string): void {
    const known = this.#shells.get(shell) ?? { owner, commands: new Set() };
    known.commands.add(command);
    this.#shells.set(shell, known);
  }

  forgetShell(shell: string): void {
    this.#shells.delete(shell);
  }

  forgetOwner(owner: string): void {
    for (const [shell, known] of this.#shells) if (known.owner === owner) this.#shells.delete(shell);
  }
}
