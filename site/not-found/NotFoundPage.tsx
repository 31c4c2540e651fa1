import { PRODUCT } from '#shared/contract/constants.ts';
import { HouseHead } from '#site/HouseHead.tsx';
import { houseCss } from '#site/house.ts';
import { Layout } from '#site/Layout.tsx';
import { Mark } from '#site/logo/Mark.tsx';
import styles from './not-found.css?inline';

/** Nothing here: an empty card, one sentence and one way on. */
export function NotFoundPage({ title, text }: { title: string; text: string }) {
  return (
    <Layout title={`${title} · ${PRODUCT}`} base={houseCss} css={styles} head={<HouseHead />}>
      <main className="nothing">
        <div className="blank" aria-hidden="true">
          <Mark size={40} />
        </div>
        <h1>{title}</h1>
        <p>{text}</p>
        <a className="button" href="/">
          {PRODUCT} home
        </a>
      </main>
    </Layout>
  );
}
