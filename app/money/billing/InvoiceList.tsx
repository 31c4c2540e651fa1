import { useState } from 'react';
import { type Pages, usePages } from '#app/frame/api/pages.ts';
import { formatDay } from '#app/frame/dates.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { ShowMore } from '#app/frame/ShowMore.tsx';
import { INVOICES_SHOWN } from '#shared/contract/constants.ts';
import { formatMoney } from '#shared/formats/money.ts';
import type { Invoice, InvoiceStatus } from '#shared/money/billing.ts';
import { Button } from '#ui/Button.tsx';
import { Surface } from '#ui/Page.tsx';
import { useBilledTeam } from './billed-team.ts';

const WORDS: Record<InvoiceStatus, string> = {
  draft: 'Being prepared',
  open: 'Not paid yet',
  paid: 'Paid',
  uncollectible: 'Not collected',
  void: 'Void',
};

/** The invoices so far, latest first, each linked to the provider's page if there is one. */
export function InvoiceList({ invoices }: { invoices: Invoice[] }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <Surface>
      <h2 className="text-lg font-medium">Invoices</h2>
      {isWhole ? (
        <AllInvoices latest={invoices} />
      ) : invoices.length === 0 ? (
        <p className="mt-2 text-ink-2">
          No invoices yet. Your first one will appear after your first payment.
        </p>
      ) : (
        <Rows invoices={invoices} />
      )}
      {!isWhole && invoices.length >= INVOICES_SHOWN && (
        <Button variant="secondary" size="small" className="mt-3" onClick={() => setWhole(true)}>
          Show Older Invoices
        </Button>
      )}
    </Surface>
  );
}

/** All invoices, page by page; shows the latest while the first page loads. */
function AllInvoices({ latest }: { latest: Invoice[] }) {
  const team = useBilledTeam();
  return team === undefined ? (
    <OwnInvoices latest={latest} />
  ) : (
    <InvoicesOfTeam team={team} latest={latest} />
  );
}

function OwnInvoices({ latest }: { latest: Invoice[] }) {
  const pages = usePages('GET /api/billing/invoices', {}, INVOICES_SHOWN);
  return <InvoicePages pages={pages} latest={latest} />;
}

function InvoicesOfTeam({ team, latest }: { team: string; latest: Invoice[] }) {
  const pages = usePages('GET /api/teams/{id}/billing/invoices', {}, INVOICES_SHOWN, { id: team });
  return <InvoicePages pages={pages} latest={latest} />;
}

function InvoicePages({ pages, latest }: { pages: Pages<Invoice>; latest: Invoice[] }) {
  return (
    <>
      <Rows invoices={pages.rows ?? latest} />
      {pages.error && !pages.isFetching && <LoadFailed error={pages.error} retry={pages.refetch} />}
      <ShowMore pages={pages} label="Show Older Invoices" />
    </>
  );
}

/** "Paid", or what became of the payment afterwards. */
function sayState({ status, cents, refundedCents, currency, isDisputed, taxCents }: Invoice): string {
  if (isDisputed) return 'Disputed';
  if (refundedCents >= cents && cents > 0) return 'Refunded';
  if (refundedCents > 0) return `${formatMoney(refundedCents, currency)} refunded`;
  return taxCents && taxCents > 0 && taxCents < cents
    ? `${WORDS[status]}, incl. ${formatMoney(taxCents, currency)} tax`
    : WORDS[status];
}

function Rows({ invoices }: { invoices: Invoice[] }) {
  return (
    <ul className="mt-3 divide-y divide-line border-t border-line">
      {invoices.map((invoice) => {
        const { id, number, createdAt, cents, currency, url } = invoice;
        return (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 py-3">
            <span>
              {formatDay(createdAt)}
              {number && <span className="ml-3 text-sm text-ink-2">{number}</span>}
            </span>
            <span className="flex items-baseline gap-4 tabular-nums">
              <span className="text-sm text-ink-2">{sayState(invoice)}</span>
              <span className="font-medium">{formatMoney(cents, currency)}</span>
              {url && (
                <a
                  href={url}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={`View invoice ${number ?? formatDay(createdAt)}`}
                  className="text-gold-ink underline underline-offset-4"
                >
                  View
                </a>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
