import type { BillingProvider } from '#server/infra/billing-provider.ts';
import { ProviderRefusal } from '#server/infra/billing-provider.ts';
import type { Mailer } from '#server/infra/mail/mail.ts';
import { MailRefused } from '#server/infra/mail/refusal.ts';
import {
  countCalls,
  createTally,
  OUTCOMES,
  type Outcome,
  type Tally,
} from '#server/infra/metrics/outcomes.ts';
import { ModelRefusal } from '#server/messages/model/explain-failure.ts';
import type { LanguageModel } from '#server/messages/model/language-model.ts';
import { type TextProvider, TextRefused } from '#server/messages/sms/text-provider.ts';

/** The ends of calls to others: mail servers, and the providers of texts, models and payments. */

export interface CallCounts {
  /** By outcome. */
  mails: Tally<Outcome>;
  texts: Tally<Outcome>;
  model: Tally<Outcome>;
  /** As `call outcome`. */
  payments: Tally;
}

declare module '#server/context.ts' {
  interface AppContext {
    callCounts: CallCounts;
  }
}

export const createCallCounts = (): CallCounts => ({
  mails: createTally(OUTCOMES),
  texts: createTally(OUTCOMES),
  model: createTally(OUTCOMES),
  payments: createTally(),
});

export const countMails = (mailer: Mailer, { mails }: CallCounts): Mailer =>
  countCalls(
    mailer,
    (_name, outcome) => mails.add(outcome),
    (error) => error instanceof MailRefused,
  );

/** Looking for a text that was sent before is no text. */
export const countTexts = (provider: TextProvider, { texts }: CallCounts): TextProvider =>
  countCalls(
    provider,
    (name, outcome) => {
      if (name === 'send') texts.add(outcome);
    },
    (error) => error instanceof TextRefused,
  );

export const countModelCalls = (language: LanguageModel, { model }: CallCounts): LanguageModel =>
  countCalls(
    language,
    (_name, outcome) => model.add(outcome),
    (error) => error instanceof ModelRefusal,
  );

/** Checking a signature calls no one. */
export function countPayments(billing: BillingProvider, { payments }: CallCounts): BillingProvider {
  const calls = Object.entries(billing).flatMap(([name, value]) =>
    typeof value === 'function' && name !== 'isEventSigned' ? [name] : [],
  );
  payments.declare(calls.flatMap((name) => OUTCOMES.map((outcome) => `${name} ${outcome}`)));
  return countCalls(
    billing,
    (name, outcome) => {
      if (calls.includes(name)) payments.add(`${name} ${outcome}`);
    },
    (error) => error instanceof ProviderRefusal,
  );
}
