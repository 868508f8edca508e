import { contextBridge, ipcRenderer } from 'electron';

// All that the page gets: both ends of one channel, on which the contract is spoken.
contextBridge.exposeInMainWorld('sigmaPort', {
  postMessage: (message: unknown): void => ipcRenderer.send('rpc', message),
  onMessage: (listener: (message: unknown) => void): void => {
    ipcRenderer.on('rpc', (_event, message: unknown) => listener(message));
  },
});
