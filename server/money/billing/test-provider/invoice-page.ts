import type { AppContext } from '#server/context.ts';
import { formatUsd } from '#shared/formats/money.ts';
import type { DocumentPart } from '#site/markup.ts';
import { renderTestInvoice } from '#site/render.tsx';
import { openLedger } from './ledger.ts';

const day = (iso: string) => iso.slice(0, 10);

/** The document of an invoice, as a real provider has one. */
export async function invoicePage(app: AppContext, id: string): Promise<DocumentPart[] | null> {
  const ledger = openLedger(app);
  const found = await ledger.find('invoice', id);
  if (!found) return null;
  const { number, status, cents, refundedCents = 0, createdAt, paidAt } = found;
  const customer = await ledger.find('customer', found.customer);
  const { name, address } = app.config.seller;
  return renderTestInvoice({
    number,
    rows: [
      ...(name ? [{ label: 'From', value: [name, address].filter(Boolean).join(', ') }] : []),
      ...(customer?.fullName ? [{ label: 'To', value: customer.fullName }] : []),
      ...(customer?.reference ? [{ label: 'Reference', value: customer.reference }] : []),
      { label: 'Date', value: day(createdAt) },
      { label: 'Total', value: formatUsd(cents) },
      { label: 'Status', value: status },
      ...(paidAt ? [{ label: 'Paid on', value: day(paidAt) }] : []),
      ...(refundedCents > 0 ? [{ label: 'Refunded', value: formatUsd(refundedCents) }] : []),
    ],
  });
}
