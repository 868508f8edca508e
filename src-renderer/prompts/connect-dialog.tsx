import { announce } from '../ui/announce.ts';
import { ConnectModelCard } from '../ui/connect-model.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Nobody can answer yet: the ways to a model, as an empty conversation shows them. */
export function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  const onConnected = () => {
    announce('A model is connected');
    onClose();
  };
  return (
    <Dialog open title="Nobody can answer yet" onOpenChange={onClose}>
      <ConnectModelCard onConnected={onConnected} />
    </Dialog>
  );
}
