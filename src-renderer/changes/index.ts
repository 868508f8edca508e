/** What was proposed and done to files, as diffs. */
export { ChangesView } from './changes-view.tsx';
