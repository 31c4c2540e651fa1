import { createHash } from 'node:crypto';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { TestCheckoutPage } from './billing/TestCheckoutPage.tsx';
import { TestPortalPage } from './billing/TestPortalPage.tsx';
import { CardPage } from './card/CardPage.tsx';
import { ExchangePage, type FormPageProps, LeadPage } from './card/FormPages.tsx';
import { PreviewImage } from './card/PreviewImage.tsx';
import { ResendPage } from './card/ResendPage.tsx';
import { TouchIcon } from './card/TouchIcon.tsx';
import { LandingPage, type LandingPageProps } from './landing/LandingPage.tsx';
import { LogoPage } from './logo/LogoPage.tsx';
import { NotFoundPage } from './not-found/NotFoundPage.tsx';
import { OutboxPage } from './outbox/OutboxPage.tsx';
import { PortfolioPage } from './portfolio/PortfolioPage.tsx';
import { remember } from './remember.ts';

/** Pages as complete documents, each with a policy that allows its own styles and script and nothing else. */

export interface RenderedPage {
  html: string;
  contentSecurityPolicy: string;
}

const HASHES_MAX = 100;
const hashOf = remember(
  (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  (text) => text,
  HASHES_MAX,
);

/**
 * The hashes of all inline elements of a kind, taken from the very bytes the browser will hash. Data blocks have a
 * type.
 */
function hashesIn(html: string, tag: 'style' | 'script'): string {
  const [opening, closing] = [`<${tag}>`, `</${tag}>`];
  const found: string[] = [];
  for (let at = html.indexOf(opening); at >= 0; at = html.indexOf(opening, at)) {
    const start = at + opening.length;
    at = html.indexOf(closing, start);
    found.push(hashOf(html.slice(start, at)));
  }
  return found.join(' ') || "'none'";
}

function renderDocument(page: ReactElement): RenderedPage {
  const html = `<!doctype html>${renderToStaticMarkup(page)}`;
  const sources = `style-src ${hashesIn(html, 'style')}; script-src ${hashesIn(html, 'script')}`;
  return { html, contentSecurityPolicy: policyWith(sources) };
}

/** One string for all pages with the same styles and script, because every cached page holds on to it. */
const policyWith = remember(
  (sources: string) =>
    [
      "default-src 'none'",
      sources,
      "img-src 'self' data:",
      "font-src 'self'",
      "manifest-src 'self'",
      "media-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  (sources) => sources,
  HASHES_MAX,
);

export const renderCardPage = (input: Parameters<typeof CardPage>[0]): RenderedPage =>
  renderDocument(<CardPage {...input} />);

export const renderExchangePage = (input: FormPageProps): RenderedPage =>
  renderDocument(<ExchangePage {...input} />);

export const renderLeadPage = (input: FormPageProps): RenderedPage => renderDocument(<LeadPage {...input} />);

/** Characters that XML cannot contain (1.0, 2.2) are left out. */
const renderSvg = (drawing: ReactElement): string =>
  renderToStaticMarkup(drawing).replace(/[\uFFFE\uFFFF]/g, '');

export const renderPreviewImage = (input: Parameters<typeof PreviewImage>[0]): string =>
  renderSvg(<PreviewImage {...input} />);

export const renderTouchIcon = (input: Parameters<typeof TouchIcon>[0]): string =>
  renderSvg(<TouchIcon {...input} />);

export const renderTestCheckout = (input: Parameters<typeof TestCheckoutPage>[0]): RenderedPage =>
  renderDocument(<TestCheckoutPage {...input} />);

export const renderTestPortal = (input: Parameters<typeof TestPortalPage>[0]): RenderedPage =>
  renderDocument(<TestPortalPage {...input} />);

export const renderCardNotFound = (): RenderedPage =>
  renderDocument(
    <NotFoundPage title="Card Not Found" text="This business card doesn't exist or has been removed." />,
  );

export const renderNotFound = (): RenderedPage =>
  renderDocument(<NotFoundPage title="Page Not Found" text="There is no page at this address." />);

/** The page for a failure, with a sentence that says what to do. */
export const renderTrouble = (text: string): RenderedPage =>
  renderDocument(<NotFoundPage title="One Moment, Please" text={text} />);

export const renderResend = (input: Parameters<typeof ResendPage>[0]): RenderedPage =>
  renderDocument(<ResendPage {...input} />);

export const renderLanding = (props: LandingPageProps): RenderedPage =>
  renderDocument(<LandingPage {...props} />);

export const renderPortfolio = (input: Parameters<typeof PortfolioPage>[0]): RenderedPage =>
  renderDocument(<PortfolioPage {...input} />);

export const renderOutbox = (input: Parameters<typeof OutboxPage>[0]): RenderedPage =>
  renderDocument(<OutboxPage {...input} />);

export const renderLogos = (): RenderedPage => renderDocument(<LogoPage />);
