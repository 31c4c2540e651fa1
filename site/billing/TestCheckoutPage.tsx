import { PaymentField, Rows, TestPage } from './TestPage.tsx';

export interface TestCheckoutPageProps {
  /** The sums due now and later, ready to display. */
  rows: { label: string; value: string }[];
  cancelPath: string;
  error?: string;
}

/** The test provider's checkout: the bill, one field, and the way back. */
export function TestCheckoutPage({ rows, cancelPath, error }: TestCheckoutPageProps) {
  return (
    <TestPage title="Subscribe to Goldleaf">
      <p className="soft">Only a test number is asked for. Never enter the number of a real card.</p>
      <Rows rows={rows} />
      <form method="post">
        <PaymentField error={error} />
        <button className="button wide" type="submit">
          Subscribe
        </button>
      </form>
      <p>
        <a href={cancelPath}>Back without subscribing</a>
      </p>
    </TestPage>
  );
}
