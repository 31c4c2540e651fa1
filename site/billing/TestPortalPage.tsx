import { PaymentField, Rows, TestPage } from './TestPage.tsx';

export interface TestPortalPageProps {
  rows: { label: string; value: string }[];
  invoices: { label: string; value: string }[];
  /** True if there is a charge that was not returned yet. */
  canRefund: boolean;
  /** The customer's option at the moment: cancel at the end of the period, resume, or neither. */
  renewal: 'cancel' | 'resume' | null;
  /** The effect of advancing the clock, such as "End the free trial now"; null when nothing is due. */
  nextStep: string | null;
  returnPath: string;
  error?: string;
}

/** The test provider's portal: status, card, invoices, cancellation, and a clock that can be advanced. */
export function TestPortalPage({
  rows,
  invoices,
  canRefund,
  renewal,
  nextStep,
  returnPath,
  error,
}: TestPortalPageProps) {
  return (
    <TestPage title="Your subscription">
      <p className="soft">
        <a href={returnPath}>Back to Goldleaf</a>
      </p>
      <Rows rows={rows} />
      {renewal && (
        <form method="post">
          <button className="button wide second" type="submit" name="action" value={renewal}>
            {renewal === 'cancel' ? 'Cancel at the end of the period' : 'Resume the subscription'}
          </button>
        </form>
      )}
      {nextStep && (
        <>
          <h2>Time in test mode</h2>
          <form method="post">
            <button className="button wide second" type="submit" name="action" value="hurry">
              {nextStep}
            </button>
          </form>
          <h2>Another card</h2>
          <form method="post">
            <PaymentField error={error} />
            <button className="button wide second" type="submit" name="action" value="card">
              Use this card
            </button>
          </form>
        </>
      )}
      <h2>Invoices</h2>
      {invoices.length ? <Rows rows={invoices} /> : <p className="soft">None yet.</p>}
      {canRefund && (
        <form method="post">
          <button className="button wide second" type="submit" name="action" value="refund">
            Refund the last charge, as the operator
          </button>
        </form>
      )}
    </TestPage>
  );
}
