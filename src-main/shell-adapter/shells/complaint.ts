const MOST = 1000;

/** What a program says on its standard error: the first of it, or the last that it said. */
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
