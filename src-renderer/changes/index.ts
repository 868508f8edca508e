/** View of proposed and past file changes, as diffs. */
export { ChangesView } from './changes-view.tsx';
