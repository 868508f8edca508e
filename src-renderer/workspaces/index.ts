export { WorkspacesView } from './workspaces-view.tsx';
