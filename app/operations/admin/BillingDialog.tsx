import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { formatDay } from '#app/frame/dates.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { formatMoney } from '#shared/formats/money.ts';
import type { AdminUser, UserBilling } from '#shared/operations/admin.ts';
import { trialExtension } from '#shared/operations/admin-acts.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Input } from '#ui/Field.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/Toast.tsx';
import { useExtendTrial, useUserBilling } from './admin.queries.ts';

/** A user's bills, the payment provider's reports, and a way to grant more free days. */
export function BillingDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { data, error, refetch } = useUserBilling(user.id);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Billing of ${user.fullName}`}
      description={data && describeSubscription(data)}
    >
      {data ? (
        <div className="grid gap-6">
          {data.refusal && (
            <p className="text-danger [overflow-wrap:anywhere]">
              Emails to {user.email} have been bouncing since {formatDay(data.refusal.at)}:{' '}
              {data.refusal.answer}
            </p>
          )}
          {PAYING.includes(data.status) ? (
            <p>They already pay. Free days are for trials.</p>
          ) : (
            <ExtendTrial userId={user.id} />
          )}
          <Invoices billing={data} />
          <Events billing={data} />
        </div>
      ) : error ? (
        <LoadFailed error={error} retry={refetch} />
      ) : (
        <Skeleton className="h-48" />
      )}
    </Dialog>
  );
}

/** Refused free days. */
const PAYING: UserBilling['status'][] = ['active'];

function describeSubscription({ status, trialEndsAt, subscriptionEndsAt, customerId }: UserBilling): string {
  const facts = [
    `Status: ${status}`,
    status === 'trial' && trialEndsAt ? `trial until ${formatDay(trialEndsAt)}` : '',
    subscriptionEndsAt ? `ends ${formatDay(subscriptionEndsAt)}` : '',
    customerId ? `customer ${customerId}` : 'no customer at the provider',
  ];
  return `${facts.filter(Boolean).join(', ')}.`;
}

function ExtendTrial({ userId }: { userId: string }) {
  const extend = useExtendTrial(userId);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(trialExtension),
    defaultValues: { days: 7, reason: '' },
  });
  const submit = handleSubmit((body) =>
    extend.mutate(body, {
      onError: (error) => showFieldErrors(error, setError),
      onSuccess: ({ trialEndsAt }) =>
        toast({
          title: 'Trial extended',
          description: trialEndsAt ? `Until ${formatDay(trialEndsAt)}.` : undefined,
        }),
    }),
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <div className="w-32">
        <Input
          label="Free days"
          type="number"
          min={1}
          max={365}
          error={formState.errors.days?.message}
          {...register('days', { valueAsNumber: true })}
        />
      </div>
      <div className="min-w-48 flex-1">
        <Input label="Reason" error={formState.errors.reason?.message} {...register('reason')} />
      </div>
      <Button
        type="submit"
        variant="secondary"
        className="mt-6.5"
        isPending={extend.isPending}
        pendingLabel="Extending..."
      >
        Extend Trial
      </Button>
    </form>
  );
}

function Invoices({ billing: { invoices } }: { billing: UserBilling }) {
  return (
    <section>
      <h3 className="font-medium">Invoices</h3>
      {invoices.length === 0 && <p className="text-ink-2">None.</p>}
      <ul className="divide-y divide-line text-sm">
        {invoices.map(({ id, number, createdAt, cents, currency, status, refundedCents, isDisputed }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2 tabular-nums">
            <span>
              {formatDay(createdAt)} {number && <span className="text-ink-2">{number}</span>}
            </span>
            <span>
              {formatMoney(cents, currency)} <span className="text-ink-2">{status}</span>
              {refundedCents > 0 && (
                <span className="text-ink-2">, {formatMoney(refundedCents, currency)} refunded</span>
              )}
              {isDisputed && <span className="text-danger">, disputed</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Events({ billing: { events } }: { billing: UserBilling }) {
  return (
    <section>
      <h3 className="font-medium">History</h3>
      {events.length === 0 && <p className="text-ink-2">No payment events yet.</p>}
      <ul className="divide-y divide-line text-sm">
        {events.map(({ id, type, occurredAt, effect, error }) => (
          <li key={id} className="py-2">
            <div className="flex flex-wrap justify-between gap-x-4">
              <span>{type}</span>
              <span className="text-ink-2 tabular-nums">{formatDay(occurredAt)}</span>
            </div>
            <p className={`wrap-anywhere ${error ? 'text-danger' : 'text-ink-2'}`}>{error ?? effect}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
