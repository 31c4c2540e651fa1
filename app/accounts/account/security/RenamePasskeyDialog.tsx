import { RenameDialog } from '#app/frame/RenameDialog.tsx';
import type { Passkey } from '#shared/accounts/identity.ts';
import { useRenamePasskey } from './security.queries.ts';

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useRenamePasskey();
  return (
    <RenameDialog
      title="Rename Passkey"
      current={passkey.name}
      isPending={rename.isPending}
      onRename={(name) => rename.mutate({ id: passkey.id, name }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
