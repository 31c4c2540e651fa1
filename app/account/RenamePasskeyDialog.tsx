import { type FormEvent, useState } from 'react';
import type { Passkey } from '#shared/identity.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Input } from '#ui/Field.tsx';
import { useRenamePasskey } from './security.queries.ts';

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name);
  const rename = useRenamePasskey();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate({ id: passkey.id, name }, { onSuccess: onClose });
  };
  return (
    <Dialog isOpen onClose={onClose} title="Rename Passkey">
      <form noValidate onSubmit={submit} className="space-y-5">
        <Input
          label="Name"
          data-takes-focus
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!name.trim()} isPending={rename.isPending} pendingLabel="Saving...">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
