export { ProvidersView } from './providers-view.tsx';
