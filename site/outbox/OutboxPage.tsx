import { PRODUCT } from '#shared/contract/constants.ts';
import { HouseHead } from '#site/HouseHead.tsx';
import { houseCss } from '#site/house.ts';
import { Layout } from '#site/Layout.tsx';
import styles from './outbox.css?inline';

interface Letter {
  to: string;
  subject: string;
  text: string;
  /** ISO 8601. */
  sentAt: string;
}

/** The mail the demo would have sent, latest first. */
export function OutboxPage({ letters }: { letters: Letter[] }) {
  return (
    <Layout title={`Outbox · ${PRODUCT}`} base={houseCss} css={styles} head={<HouseHead />}>
      <main className="outbox">
        <h1>Outbox</h1>
        <p className="lead">The demo doesn’t send email. Here’s what it would have sent.</p>
        {letters.length === 0 && <p>Nothing yet. Try subscribing or resetting a password.</p>}
        <ol>
          {letters.map(({ to, subject, text, sentAt }) => (
            <li key={sentAt + to + subject}>
              <h2>{subject}</h2>
              <p className="route">
                To {to}, <time dateTime={sentAt}>{sentAt.slice(0, 16).replace('T', ' ')} UTC</time>
              </p>
              <pre>{text}</pre>
            </li>
          ))}
        </ol>
      </main>
    </Layout>
  );
}
