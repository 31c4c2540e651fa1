import type { InvoiceStatus, ProviderStatus } from '#shared/billing.ts';

/** The payment provider as the rest of the house sees it. Two homes: Stripe, and the built-in test provider. */

export interface ProviderSubscription {
  id: string;
  status: ProviderStatus;
  quantity: number;
  startedAt: Date;
  trialEndsAt: Date | null;
  /** End of the period that is paid or free now. */
  periodEndsAt: Date | null;
  /** When it will end instead of renewing. */
  cancelsAt: Date | null;
  endedAt: Date | null;
  /** What the next bill comes to with what changes within the period cost or save; null where that is not told. */
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

/** All that the provider knows of a customer, read at one moment. */
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
  /** The user it was made for, as its metadata says. */
  userId: string | null;
}

/** An event that is older, or dated later, than this is refused: it may be a recording played back. */
export const EVENT_TOLERANCE_SECONDS = 300;

export interface BillingProvider {
  isTestMode: boolean;
  /** Signs the events it sends. */
  webhookSecret: string;
  /** Whether these very bytes are signed with the secret, and were within `EVENT_TOLERANCE_SECONDS` of `now`. */
  isEventSigned(body: Buffer, signature: string, now: Date): Promise<boolean>;
  /** Whether a customer is of this provider; customers of the other home mean nothing here. */
  ownsCustomer(id: string): boolean;
  /** Makes the customer of a user; a second call for the same user answers the same one. `lost` is one that exists no more. */
  createCustomer(user: { id: string; email: string; fullName: string }, lost: string | null): Promise<string>;
  /** The user a customer was made for, or null when there is no such customer. */
  findCustomer(id: string): Promise<ProviderCustomer | null>;
  listCustomers(): AsyncIterable<ProviderCustomer>;
  createCheckout(checkout: NewCheckout): Promise<{ id: string; url: string }>;
  /** Makes the page of a checkout unusable; false when it was completed or had expired already. */
  closeCheckout(id: string): Promise<boolean>;
  /** Address of the page where the customer changes card, sees invoices and cancels. */
  createPortal(customerId: string, returnUrl: string): Promise<string>;
  fetchTruth(customerId: string): Promise<ProviderTruth>;
  /** Sets the number of cards, with proration. */
  setQuantity(subscriptionId: string, quantity: number): Promise<void>;
  /** Cancels at the end of the period, or takes that back. */
  setCancelled(subscriptionId: string, isCancelled: boolean): Promise<void>;
  /** Moves the end of the free trial. */
  setTrialEnd(subscriptionId: string, trialEndsAt: Date): Promise<void>;
  /** Ends a subscription at once; nothing happens to one that has ended. */
  endNow(subscriptionId: string): Promise<void>;
  /** Forgets a customer whose account is deleted: ends every subscription at once, and nothing can be paid any more. */
  endCustomer(customerId: string): Promise<void>;
}
