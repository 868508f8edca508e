/** The first that a program says on its standard error. */
export function complaint() {
  let said = '';
  return {
    take: (chunk: Buffer) => {
      if (said.length < 1000) said += chunk.toString();
    },
    text: () => said.trim().slice(0, 1000),
  };
}
