import './ui/tokens.css';
import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { connect } from './api/connect.ts';
import { App } from './app/start/app.tsx';
import { allowOwnWorkers } from './app/start/trusted-types.ts';
import { applyRememberedTheme } from './app/theme.ts';
import { loadLikelyView } from './app/views/likely-view.ts';

allowOwnWorkers();
applyRememberedTheme();
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App client={connect()} />);
loadLikelyView();
