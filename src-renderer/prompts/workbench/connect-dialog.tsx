import { ConnectModelCard } from '../../connect/connect-model.tsx';
import { announce } from '../../ui/announce.ts';
import { Dialog } from '../../ui/dialog.tsx';

/** Dialog shown while there is no model: the ways to connect one, as in an empty conversation. */
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
