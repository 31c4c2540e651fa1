import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { canUsePasskeys } from '#app/accounts/auth/proof/passkey-support.ts';
import { formatDay } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import type { Passkey } from '#shared/accounts/identity.ts';
import { Button } from '#ui/Button.tsx';
import { useAddPasskey, useRemovePasskey } from './security.queries.ts';
import { WithSecurity } from './WithSecurity.tsx';

const RenameDialog = lazyDialog(async () => (await import('./RenamePasskeyDialog.tsx')).RenamePasskeyDialog);

/** The passkeys of the account, with names, and a way to add one. */
export const Passkeys = () => (
  <WithSecurity skeleton="h-24">{({ passkeys }) => <PasskeyList passkeys={passkeys} />}</WithSecurity>
);

function PasskeyList({ passkeys }: { passkeys: Passkey[] }) {
  const add = useAddPasskey();
  return (
    <>
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <Button
          variant="secondary"
          size="small"
          className="my-3"
          isPending={add.isPending}
          pendingLabel="Adding..."
          onClick={() => add.mutate()}
        >
          Add a Passkey
        </Button>
      ) : (
        <p className="py-4 text-ink-2">Passkeys need a secure (https) address.</p>
      )}
    </>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const remove = useRemovePasskey();
  const [isRenaming, setIsRenaming] = useState(false);
  const { name, isSynced, createdAt, lastUsedAt } = passkey;
  const facts = [
    `Added ${formatDay(createdAt)}`,
    lastUsedAt ? `last used ${formatDay(lastUsedAt)}` : 'never used',
    ...(isSynced ? ['synced between your devices'] : []),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <KeyRound size={20} className="shrink-0 text-ink-2" />
      <div className="min-w-40 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-2">{facts.join(' · ')}</p>
      </div>
      <Button variant="quiet" size="small" aria-label={`Rename ${name}`} onClick={() => setIsRenaming(true)}>
        Rename
      </Button>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Remove ${name}`}
        isPending={remove.isPending}
        pendingLabel="Removing..."
        onClick={() => remove.mutate(passkey)}
      >
        Remove
      </Button>
      {isRenaming && <RenameDialog passkey={passkey} onClose={() => setIsRenaming(false)} />}
    </li>
  );
}
