/** Conversations with the model and all that they led to. */
export { SessionsView } from './sessions-view.tsx';
