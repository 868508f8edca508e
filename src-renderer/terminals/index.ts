/** The view Terminals: tabs and splits of the host's shells. */
export { TerminalsView } from './terminals-view.tsx';
