import { PRODUCT } from '#shared/constants.ts';
import { Layout } from './Layout.tsx';

/** A page that says one thing and shows one way on. */
export function Message({ title, text }: { title: string; text: string }) {
  return (
    <Layout title={`${title} · ${PRODUCT}`}>
      <main>
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          <a className="button" href="/">
            {PRODUCT} home
          </a>
        </p>
      </main>
    </Layout>
  );
}
