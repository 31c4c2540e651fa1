import { RenameDialog } from '#app/frame/RenameDialog.tsx';
import type { NfcTag } from '#shared/sharing/nfc.ts';
import { useChangeTag } from './nfc.queries.ts';

interface RenameTagProps {
  cardId: string;
  tag: NfcTag;
  onClose: () => void;
}

export function RenameTagDialog({ cardId, tag, onClose }: RenameTagProps) {
  const change = useChangeTag(cardId);
  return (
    <RenameDialog
      title="Rename Tag"
      current={tag.name}
      isPending={change.isPending}
      onRename={(name) => change.mutate({ number: tag.number, name }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
