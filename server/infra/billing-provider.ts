import { AppError } from '#shared/contract/errors.ts';
import type { CardPrice, InvoiceStatus, ProviderStatus } from '#shared/money/billing.ts';

/**
 * The payment provider as the rest of the server sees it: Stripe, or the built-in test provider, which speaks Stripe's
 * protocol (docs/decisions/351).
 */

/** The price of one unit there. */
export type ProviderPrice = Omit<CardPrice, 'tax'>;

export interface ProviderSubscription {
  id: string;
  status: ProviderStatus;
  quantity: number;
  startedAt: Date;
  trialEndsAt: Date | null;
  /** The current period, paid or free. */
  periodStartsAt: Date | null;
  periodEndsAt: Date | null;
  /** Null if it is not known. */
  price: ProviderPrice | null;
  /** When the provider stops retrying a failed charge and ends it; null unless a charge fails. */
  lapsesAt: Date | null;
  /** When it will end instead of renewing. */
  cancelsAt: Date | null;
  endedAt: Date | null;
  /** The card that will be charged, like "Visa ending in 4242", and the end of its last month; null if not known. */
  paymentCard: { label: string; endsAt: Date } | null;
  /** The final charge of a cancelled one when it ends; negative if it is credit, and 0 for one that renews. */
  pendingCents: number;
  /** Amount of the next bill, including proration for changes in the current period; null if not known. */
  nextCents: number | null;
}

export interface ProviderInvoice {
  id: string;
  number: string | null;
  status: InvoiceStatus;
  cents: number;
  currency: string;
  /** The tax of the whole bill, negative if it returns money; null if no tax is calculated. */
  taxCents: number | null;
  /** The rest of the bill, which the customer's balance paid; negative if the bill collects what was owed. */
  balanceCents: number;
  /** True if it contains the difference for a number of cards that changed within a period. */
  hasProrations: boolean;
  createdAt: Date;
  paidAt: Date | null;
  url: string | null;
  /** True if the payment waits for the customer, whose bank asks whether it is theirs (3-D Secure). */
  needsConfirmation: boolean;
}

/** Everything the provider knows about a customer, read at one moment. */
export interface ProviderTruth {
  subscriptions: ProviderSubscription[];
  invoices: ProviderInvoice[];
}

/** The outcome of a payment. */
export interface ProviderCharge {
  id: string;
  customerId: string | null;
  /** Null if it paid no invoice. */
  invoiceId: string | null;
  refundedCents: number;
  isDisputed: boolean;
  currency: string;
}

/** A bill that was not made yet. */
export interface ProviderBill {
  at: Date;
  cents: number;
  currency: string;
}

/** The charge for a subscription if it were cancelled now. */
export interface ProviderDue {
  /** Also those the provider has not sent yet. */
  openInvoices: ProviderInvoice[];
  /** For units added in the current period and not billed yet; negative if it is credit for units taken away. */
  prorationCents: number;
  currency: string;
  periodEndsAt: Date | null;
}

export interface NewCheckout {
  /** Idempotency key: the same key never makes a second checkout. */
  key: string;
  customerId: string;
  userId: string;
  /** Its customer is a company, whose name, address and tax ID stand on its invoices. */
  isCompany: boolean;
  quantity: number;
  /** 0: the first charge is due at once. */
  trialDays: number;
  successUrl: string;
  cancelUrl: string;
}

/** Where the provider's mails go, and what its next invoices say besides. */
export interface Addressee {
  email: string | null;
  /** Undefined for persons, who have none. */
  reference: string | null | undefined;
}

export interface ProviderCustomer {
  id: string;
  /** The user it was made for, from its metadata. */
  userId: string | null;
  /**
   * True if another installation with the same keys made it: then it is none of our business. Null if it has no mark:
   * made by an earlier version of ours, or by another product.
   */
  isForeign: boolean | null;
}

/** The provider's facts about the price we sell. */
export interface PriceFacts {
  id: string;
  unitCents: number | null;
  currency: string;
  interval: string | null;
  intervalCount: number | null;
  /** `recurring` or `one_time`; how it is counted (`licensed` or `metered`) and summed (`per_unit` or `tiered`). */
  type: string;
  usage: string | null;
  scheme: string;
  isOnSale: boolean;
  taxBehavior: string | null;
  trialDays: number | null;
  /** True if quantities are divided before they are charged. */
  hasTransform: boolean;
  isLive: boolean;
}

/** The provider did not answer, or failed (5xx): asking again later makes sense. `reason` is for operators. */
export class ProviderAway extends AppError {
  constructor(
    readonly reason: string,
    sentence = 'The payment provider isn’t responding. Please try again in a moment.',
  ) {
    super('unavailable', sentence, { retryAfter: 10 });
  }
}

/**
 * The provider answered no (4xx): the same request would be refused again, most likely because our notes are out of
 * date. `reason` is for operators; `isDeclined` if a bank refused the payment, with `needsConfirmation` only until the
 * customer has confirmed it.
 */
export class ProviderRefusal extends AppError {
  constructor(
    readonly reason: string,
    readonly isDeclined = false,
    readonly needsConfirmation = false,
  ) {
    super('conflict', 'The payment provider declined this. Reload the page to see the current state.');
  }
}

/** Events older, or dated further ahead, than this are refused: they may be replayed. */
export const EVENT_TOLERANCE_SECONDS = 300;

export interface BillingProvider {
  isTestMode: boolean;
  /** True if it takes real money; null if the key does not tell. Events of the other mode are refused. */
  isLive: boolean | null;
  /** The version of its API that we speak; null for the test provider. */
  apiVersion: string | null;
  /** True if it calculates tax. */
  hasAutomaticTax: boolean;
  /** Signs the events it sends. */
  webhookSecret: string;
  /** True if these exact bytes are signed with the secret, within `EVENT_TOLERANCE_SECONDS` of `now`. */
  isEventSigned(body: Buffer, signature: string, now: Date): Promise<boolean>;
  /** True if a customer belongs to this provider; customers of the other one mean nothing here. */
  ownsCustomer(id: string): boolean;
  /**
   * Creates the customer of a user; a second call for the same user returns the same one. `lost` is a customer that no
   * longer exists.
   */
  createCustomer(user: { id: string; email: string; fullName: string }, lost: string | null): Promise<string>;
  /**
   * Tells the provider the address of a customer, or that there is none any more, and the reference; does nothing for a
   * customer who no longer exists.
   */
  setAddressee(customerId: string, addressee: Addressee): Promise<void>;
  /** The user a customer was created for, or null if there is no such customer. */
  findCustomer(id: string): Promise<ProviderCustomer | null>;
  /** True if a customer has ever subscribed to what we sell. */
  hasBought(customerId: string): Promise<boolean>;
  /** A page of all customers, in a fixed order, after the one named; `next` is null at the end. */
  listCustomers(after: string | null): Promise<{ customers: ProviderCustomer[]; next: string | null }>;
  /** The price we sell, or null for the test provider. Throws `ProviderRefusal` if there is none with its id. */
  readPrice(): Promise<PriceFacts | null>;
  createCheckout(checkout: NewCheckout): Promise<{ id: string; url: string }>;
  /** Expires the page of a checkout; false if it was already completed or expired. */
  closeCheckout(id: string): Promise<boolean>;
  /** URL of the page where the customer changes their payment card, sees invoices and cancels. */
  createPortal(customerId: string, returnUrl: string): Promise<string>;
  fetchTruth(customerId: string): Promise<ProviderTruth>;
  /**
   * The next bill if the number of units became `quantity` now, with proration; null if there will be none, because it
   * is cancelled or has ended. `isResumed`: as if its cancellation had been taken back.
   */
  previewQuantity(subscriptionId: string, quantity: number, isResumed: boolean): Promise<ProviderBill | null>;
  findDue(subscriptionId: string): Promise<ProviderDue>;
  findCharge(id: string): Promise<ProviderCharge | null>;
  /** Charges an open invoice at once; throws `ProviderRefusal` if the payment is declined. */
  payInvoice(invoiceId: string): Promise<void>;
  /** Drops an open invoice: it is never charged. */
  voidInvoice(invoiceId: string): Promise<void>;
  /**
   * Charges now what is pending for the current period, if anything. If the payment is declined, an open invoice
   * remains and this throws `ProviderRefusal`.
   */
  chargePending(subscriptionId: string): Promise<void>;
  /**
   * Drops what is pending for the current period, if anything is to be charged, and with it the units that it was for:
   * they would otherwise be credited later without ever having been paid.
   */
  dropPending(subscriptionId: string): Promise<void>;
  /**
   * Sets the number of cards, with proration. One that is cancelled keeps the number that was billed last: cards added
   * meanwhile cost nothing, and are billed once it is resumed.
   */
  setQuantity(subscriptionId: string, quantity: number): Promise<void>;
  /** Cancels at the end of the period, or undoes that. */
  setCancelled(subscriptionId: string, isCancelled: boolean): Promise<void>;
  /** Moves the end of the free trial. */
  setTrialEnd(subscriptionId: string, trialEndsAt: Date): Promise<void>;
  /**
   * Ends the free trial now and charges the first period for so many cards, whatever their number was; does nothing if there
   * is none. If the payment is declined, the trial goes on and this throws `ProviderRefusal`.
   */
  endTrial(subscriptionId: string, quantity: number): Promise<void>;
  /** Ends a subscription at once, and drops what is pending; does nothing if it has already ended. */
  endNow(subscriptionId: string): Promise<void>;
  /**
   * Deletes the customer of a deleted account: ends every subscription at once, drops open invoices and makes further
   * payments impossible.
   */
  endCustomer(customerId: string): Promise<void>;
}

/** The part of a provider that is about bills. */
export type InvoiceCalls = Pick<
  BillingProvider,
  | 'previewQuantity'
  | 'findDue'
  | 'findCharge'
  | 'payInvoice'
  | 'voidInvoice'
  | 'chargePending'
  | 'dropPending'
>;
