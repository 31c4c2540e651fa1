/** A refusal as Stripe words it. Source: Stripe API reference, "Errors". */
export class StripeRefusal extends Error {
  readonly type: string;
  readonly code: string | undefined;
  constructor(
    readonly status: number,
    message: string,
    { type = 'invalid_request_error', code }: { type?: string; code?: string } = {},
  ) {
    super(message);
    this.type = type;
    this.code = code;
  }
}

export const createMissing = (id: string | undefined, status = 404): StripeRefusal =>
  new StripeRefusal(status, `No such object: '${id}'`, { code: 'resource_missing' });

export const createDecline = (): StripeRefusal =>
  new StripeRefusal(402, 'Your card was declined.', { type: 'card_error', code: 'card_declined' });
