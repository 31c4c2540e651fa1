import type { InvoiceStatus, ProviderStatus } from '#shared/money/billing.ts';

/** The objects of the test provider as its ledger keeps them. */

export interface TestCustomer {
  userId: string;
  email: string;
  fullName: string;
  /** On its invoices, if it has one. */
  reference?: string | undefined;
  /** The mark of the installation that made it; earlier releases wrote none. */
  installation?: string | undefined;
  /** A deleted customer keeps its past, without a name or an address. */
  isDeleted?: boolean;
}
export interface TestSession {
  userId: string;
  quantity: number;
  trialDays: number;
  successPath: string;
  cancelPath: string;
  status: 'open' | 'complete' | 'expired';
}
export interface TestPortal {
  returnPath: string;
  expiresAt: string;
}
/** Credit or debit for a changed quantity, of which the next bill is made. */
export interface PendingItem {
  id: string;
  cents: number;
  quantity: number;
}

export interface TestSubscription {
  id: string;
  status: ProviderStatus;
  quantity: number;
  startedAt: string;
  trialEndsAt: string | null;
  periodStartsAt: string;
  periodEndsAt: string;
  isCancelled: boolean;
  endedAt: string | null;
  /** True if charges to the card on file succeed. */
  isCardGood: boolean;
  /** End of the last month of that card; without one, years ahead. */
  cardEndsAt?: string;
  /** Changes the next bill: the sum of what is pending, less the credit left of earlier bills. */
  prorationCents: number;
  /** Latest last; unknown where an earlier release changed the quantity, which wrote only the sum. */
  pending?: PendingItem[];
  /** The quantity that was billed last, while changes of it wait for the next bill. */
  billedQuantity?: number | undefined;
  /** The day of the month on which periods begin, where the month has it. */
  anchorDay?: number;
  retriesLeft: number;
  retryAt: string | null;
}

export interface TestInvoice {
  id: string;
  number: string;
  /** Unknown in those of earlier releases. */
  subscriptionId?: string;
  status: InvoiceStatus;
  cents: number;
  /** Unknown in those of earlier releases. */
  hasProrations?: boolean;
  refundedCents?: number;
  createdAt: string;
  paidAt: string | null;
}
