const ON_THIS_MACHINE =
  /^\s*https?:\/\/(?:[^/?#@]*@)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?:[/?#]|\s*$)/i;

/** Whether a server is on this machine, where most want no key. */
export function isOnThisMachine(baseUrl: string): boolean {
  return ON_THIS_MACHINE.test(baseUrl);
}
