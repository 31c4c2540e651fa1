import { PRODUCT } from '#shared/contract/constants.ts';
import type { LegalFacts } from './legal-facts.ts';

const FORM = [
  `I/We hereby give notice that I/we withdraw from my/our contract for the provision of the following service: ${PRODUCT} subscription`,
  'Ordered on:',
  'Name of consumer:',
  'Username or email address of the account:',
  'Date:',
];

/**
 * The right of withdrawal and the model form. Source: Directive 2011/83/EU, Annex I, parts A and B.
 */
export function Withdrawal({ seller }: Pick<LegalFacts, 'seller'>) {
  const { name, address, country, email } = seller;
  const whom = [name, ...address, country].filter(Boolean).join(', ');
  const letter = `mailto:${email}?${new URLSearchParams({
    subject: 'Withdrawal from my contract',
    body: FORM.join('\n\n'),
  })
    .toString()
    .replaceAll('+', '%20')}`;
  return (
    <>
      <h2 id="withdrawal">Right of withdrawal</h2>
      <p>
        If you are a consumer, you have the right to withdraw from this contract within 14 days without giving
        any reason. The withdrawal period will expire after 14 days from the day of the conclusion of the
        contract.
      </p>
      <p>
        To exercise the right of withdrawal, you must inform us ({whom}, {email}) of your decision to withdraw
        from this contract by an unequivocal statement (e.g. a letter sent by post or email). You may use the
        model form below, but it is not obligatory. To meet the withdrawal deadline, it is sufficient for you
        to send your communication before the withdrawal period has expired.
      </p>
      <p>
        If you withdraw, we shall reimburse to you all payments received from you without undue delay and in
        any event not later than 14 days from the day on which we are informed about your decision. We will
        use the same means of payment as you used for the initial transaction, and you will not incur any
        fees. If you requested us to begin during the withdrawal period, you shall pay us an amount in
        proportion to what has been provided until you told us of your withdrawal; the free trial costs
        nothing.
      </p>
      <div className="form">
        <p>
          <strong>Model withdrawal form</strong>
        </p>
        <p>
          To {whom}, {email}
        </p>
        {FORM.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p>
          <a className="button" href={letter}>
            Withdraw from contract
          </a>
        </p>
      </div>
    </>
  );
}
