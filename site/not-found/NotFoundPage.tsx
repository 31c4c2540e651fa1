import { PRODUCT } from '#shared/contract/constants.ts';
import { NothingPage } from './NothingPage.tsx';
import { script } from './not-found.client.ts?script';

/** Nothing here: one sentence and one way on. */
export function NotFoundPage({ title, text }: { title: string; text: string }) {
  return (
    <NothingPage title={title} script={script}>
      <p>{text}</p>
      <a className="button" href="/">
        {PRODUCT} home
      </a>
    </NothingPage>
  );
}
