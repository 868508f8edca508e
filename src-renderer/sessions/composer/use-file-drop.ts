import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react';
import { takeFiles } from './dropped-files.ts';

/** Handlers for a place that takes files into the message. */
export function useFileDrop(add: (text: string) => void, attach: (images: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  useStrayFiles();

  const take = async (files: Iterable<File>) => {
    const taken = await takeFiles(files);
    setProblem(taken.problem);
    if (taken.text !== '') add(taken.text);
    if (taken.images.length > 0) attach(taken.images);
  };
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void take([...event.dataTransfer.files]);
  };
  const onPaste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData;
    if (files.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    // The list is emptied when the event is over.
    void take([...files]);
  };
  const clearProblem = () => setProblem(undefined);
  return {
    isOver,
    problem,
    take: (files: readonly File[]) => void take(files),
    clearProblem,
    handlers: { onDragOver, onDragLeave: () => setOver(false), onDrop, onPaste },
  };
}

/** A file that misses its place must not take the whole page's. */
function useStrayFiles(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') && !event.defaultPrevented) {
        event.dataTransfer.dropEffect = 'none';
        event.preventDefault();
      }
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}
