import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { invoiceChanges, type TeamBilling } from '#shared/money/team-billing.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Button } from '#ui/Button.tsx';
import { Input } from '#ui/Field.tsx';
import { Surface } from '#ui/Page.tsx';
import { Saved } from '#ui/Saved.tsx';
import { toast } from '#ui/Toast.tsx';
import { useChangeDetails } from './team-billing.queries.ts';

const toForm = ({ reference, email, pendingEmail }: TeamBilling['invoiceDetails']) => ({
  reference: reference ?? '',
  email: pendingEmail ?? email ?? '',
});

function useDetails(team: Team, { pendingEmail, ...details }: TeamBilling['invoiceDetails']) {
  const save = useChangeDetails(team.id);
  const resend = useChangeDetails(team.id);
  const form = useForm({
    resolver: zodResolver(invoiceChanges),
    defaultValues: toForm({ pendingEmail, ...details }),
  });
  const { dirtyFields } = form.formState;
  const sayWhere = (saved: TeamBilling['invoiceDetails'], before: string | null) => {
    if (saved.pendingEmail && saved.pendingEmail !== before)
      toast({ title: 'Check that mailbox', description: `We’ve sent a link to ${saved.pendingEmail}.` });
  };
  // An address that is sent again is mailed again.
  const submit = form.handleSubmit(({ reference, email }) =>
    save.mutate(
      { ...(dirtyFields.reference && { reference }), ...(dirtyFields.email && { email }) },
      {
        onError: (error) => showFieldErrors(error, form.setError),
        onSuccess({ invoiceDetails: saved }) {
          form.reset(toForm(saved));
          sayWhere(saved, pendingEmail);
        },
      },
    ),
  );
  const pressResend = () =>
    resend.mutate(
      { email: pendingEmail },
      { onSuccess: ({ invoiceDetails }) => sayWhere(invoiceDetails, null) },
    );
  return { form, save, submit, resend, pressResend };
}

/** The reference on invoices, and where else they go. */
export function InvoiceForm({ team, billing: { invoiceDetails } }: { team: Team; billing: TeamBilling }) {
  const { form, save, submit, resend, pressResend } = useDetails(team, invoiceDetails);
  const { errors, isDirty } = form.formState;
  return (
    <Surface>
      <h3 id="invoice-details" className="text-lg font-medium">
        Invoice details
      </h3>
      <form noValidate aria-labelledby="invoice-details" onSubmit={submit} className="mt-4 space-y-5">
        <Input
          label="Reference (optional)"
          autoComplete="off"
          hint="Such as a purchase order number. It’s on each invoice from then on."
          error={errors.reference?.message}
          {...form.register('reference')}
        />
        <Input
          label="Email for invoices (optional)"
          type="email"
          autoComplete="off"
          hint="Receipts and news of failed payments go there as well as to you."
          error={errors.email?.message}
          {...form.register('email')}
        />
        {invoiceDetails.pendingEmail && (
          <Pending details={invoiceDetails}>
            <Button
              variant="secondary"
              size="small"
              isPending={resend.isPending}
              pendingLabel="Sending..."
              onClick={pressResend}
            >
              Resend Link
            </Button>
          </Pending>
        )}
        <div className="flex items-center justify-end gap-2">
          <Saved isSaved={save.isSuccess && !isDirty} />
          <Button
            type="submit"
            size="small"
            disabled={!isDirty}
            isPending={save.isPending}
            pendingLabel="Saving..."
          >
            Save
          </Button>
        </div>
      </form>
    </Surface>
  );
}

function Pending({ details, children }: { details: TeamBilling['invoiceDetails']; children: ReactNode }) {
  const { email, pendingEmail } = details;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-l-2 border-gold pl-4">
      <p className="min-w-0 flex-1 basis-56 text-sm wrap-anywhere text-ink-2">
        {`Waiting for someone to open the link we sent to ${pendingEmail}. `}
        {email ? `Until then, invoices go to ${email}.` : ''}
      </p>
      {children}
    </div>
  );
}
