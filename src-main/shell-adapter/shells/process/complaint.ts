const MOST = 1000;

/** Collects what a program writes to its standard error: the beginning, or the latest text. */
export function complaint() {
  let said = '';
  return {
    take: (chunk: Buffer) => {
      if (said.length < MOST) said += chunk.toString();
    },
    takeLast: (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-MOST);
    },
    forget: () => {
      said = '';
    },
    text: () => said.trim().slice(0, MOST),
  };
}
