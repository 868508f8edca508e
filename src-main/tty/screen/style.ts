const styled = (on: number, off: number) => (text: string) => `\x1b[${on}m${text}\x1b[${off}m`;

export const bold = styled(1, 22);
export const muted = styled(2, 22);
export const italic = styled(3, 23);
export const underlined = styled(4, 24);
export const red = styled(31, 39);
export const green = styled(32, 39);
export const yellow = styled(33, 39);
export const cyan = styled(36, 39);
