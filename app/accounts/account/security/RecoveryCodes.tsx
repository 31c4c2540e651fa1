import { Copy } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ButtonRow } from '#ui/FormButtons.tsx';
import { toast } from '#ui/Toast.tsx';

/** Ten codes, to be kept somewhere else than on the phone with the authenticator. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast({ title: 'Copied to clipboard' }),
      () =>
        toast({ title: 'Error', description: 'Couldn’t copy. Write the codes down instead.', isError: true }),
    );
  return (
    <>
      <p>Lost your phone? Each code signs you in once. Save them now; you won’t see them again.</p>
      <ul
        aria-label="Recovery codes"
        className="mt-4 grid grid-cols-2 gap-x-4 gap-y-2 rounded-control border border-line bg-paper p-4 font-mono text-sm tabular-nums max-[360px]:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <ButtonRow className="mt-5">
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy size={18} />
          Copy
        </Button>
        <Button data-takes-focus onClick={onDone}>
          I’ve Saved Them
        </Button>
      </ButtonRow>
    </>
  );
}

export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Your Recovery Codes">
      <RecoveryCodes codes={codes} onDone={onClose} />
    </Dialog>
  );
}
