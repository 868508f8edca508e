import './ui/tokens.css';
import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { connect } from './api/connect.ts';
import { App } from './app/app.tsx';
import { applyRememberedTheme } from './app/theme.ts';
import { allowOwnWorkers } from './app/trusted-types.ts';

allowOwnWorkers();
applyRememberedTheme();
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App client={connect()} />);
