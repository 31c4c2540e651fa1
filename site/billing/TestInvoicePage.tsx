import { Rows, TestPage } from './TestPage.tsx';

interface TestInvoicePageProps {
  number: string;
  rows: { label: string; value: string }[];
}

/** The test provider's document of an invoice. */
export function TestInvoicePage({ number, rows }: TestInvoicePageProps) {
  return (
    <TestPage title={`Invoice ${number}`}>
      <Rows rows={rows} />
      <p className="soft">Print this page for your records.</p>
    </TestPage>
  );
}
