const withStyle = (on: number, off: number) => (text: string) => `\x1b[${on}m${text}\x1b[${off}m`;

export const bold = withStyle(1, 22);
export const muted = withStyle(2, 22);
export const italic = withStyle(3, 23);
export const underlined = withStyle(4, 24);
export const red = withStyle(31, 39);
export const green = withStyle(32, 39);
export const yellow = withStyle(33, 39);
export const cyan = withStyle(36, 39);
