/** The review of what waits: questions that only a person answers. */
export { ReviewPane } from './review-pane.tsx';
