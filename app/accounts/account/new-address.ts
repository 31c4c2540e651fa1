import type { Account } from '#shared/accounts/account.ts';
import { toast } from '#ui/Toast.tsx';

/** Says what became of a saved address: it waits to be confirmed, or is in use. */
export function tellOfNewAddress({ user }: Account): void {
  if (!user.pendingEmail) {
    toast({ title: 'Details saved', description: 'Your account information has been updated.' });
    return;
  }
  toast({
    title: 'Check your email',
    description: `Open the link we sent to ${user.pendingEmail} to switch to this address.`,
  });
}
