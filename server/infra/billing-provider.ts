import type { InvoiceStatus, ProviderStatus } from '#shared/billing.ts';

/**
 * The payment provider as the rest of the server sees it. Two implementations: Stripe, and the built-in test provider.
 */

export interface ProviderSubscription {
  id: string;
  status: ProviderStatus;
  quantity: number;
  startedAt: Date;
  trialEndsAt: Date | null;
  /** End of the current period, paid or free. */
  periodEndsAt: Date | null;
  /** When it will end instead of renewing. */
  cancelsAt: Date | null;
  endedAt: Date | null;
  /** Amount of the next bill, including proration for changes in the current period; null if not known. */
  nextCents: number | null;
}

export interface ProviderInvoice {
  id: string;
  number: string | null;
  status: InvoiceStatus;
  cents: number;
  createdAt: Date;
  paidAt: Date | null;
  url: string | null;
}

/** Everything the provider knows about a customer, read at one moment. */
export interface ProviderTruth {
  subscriptions: ProviderSubscription[];
  invoices: ProviderInvoice[];
}

export interface NewCheckout {
  /** Idempotency key: the same key never makes a second checkout. */
  key: string;
  customerId: string;
  userId: string;
  quantity: number;
  /** 0: the first charge is due at once. */
  trialDays: number;
  successUrl: string;
  cancelUrl: string;
}

export interface ProviderCustomer {
  id: string;
  /** The user it was made for, from its metadata. */
  userId: string | null;
}

/** Events older, or dated further ahead, than this are refused: they may be replayed. */
export const EVENT_TOLERANCE_SECONDS = 300;

export interface BillingProvider {
  isTestMode: boolean;
  /** Signs the events it sends. */
  webhookSecret: string;
  /** Whether these exact bytes are signed with the secret, within `EVENT_TOLERANCE_SECONDS` of `now`. */
  isEventSigned(body: Buffer, signature: string, now: Date): Promise<boolean>;
  /** Whether a customer belongs to this provider; customers of the other one mean nothing here. */
  ownsCustomer(id: string): boolean;
  /**
   * Creates the customer of a user; a second call for the same user returns the same one. `lost` is a customer that no
   * longer exists.
   */
  createCustomer(user: { id: string; email: string; fullName: string }, lost: string | null): Promise<string>;
  /** The user a customer was created for, or null if there is no such customer. */
  findCustomer(id: string): Promise<ProviderCustomer | null>;
  listCustomers(): AsyncIterable<ProviderCustomer>;
  createCheckout(checkout: NewCheckout): Promise<{ id: string; url: string }>;
  /** Expires the page of a checkout; false if it was already completed or expired. */
  closeCheckout(id: string): Promise<boolean>;
  /** URL of the page where the customer changes their payment card, sees invoices and cancels. */
  createPortal(customerId: string, returnUrl: string): Promise<string>;
  fetchTruth(customerId: string): Promise<ProviderTruth>;
  /** Sets the number of cards, with proration. */
  setQuantity(subscriptionId: string, quantity: number): Promise<void>;
  /** Cancels at the end of the period, or undoes that. */
  setCancelled(subscriptionId: string, isCancelled: boolean): Promise<void>;
  /** Moves the end of the free trial. */
  setTrialEnd(subscriptionId: string, trialEndsAt: Date): Promise<void>;
  /** Ends a subscription at once; does nothing if it has already ended. */
  endNow(subscriptionId: string): Promise<void>;
  /**
   * Deletes the customer of a deleted account: ends every subscription at once and makes further payments impossible.
   */
  endCustomer(customerId: string): Promise<void>;
}
