/** How good or bad a state is, which a colour repeats. */
export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info';
