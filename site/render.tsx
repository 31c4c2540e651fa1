import type { ReactElement } from 'react';
import { PRODUCT } from '#shared/contract/constants.ts';
import { TestCheckoutPage } from './billing/TestCheckoutPage.tsx';
import { TestInvoicePage } from './billing/TestInvoicePage.tsx';
import { TestPortalPage } from './billing/TestPortalPage.tsx';
import { CardPage } from './card/CardPage.tsx';
import { printCss } from './card/card-css.ts';
import { ExchangePage, LeadPage } from './card/forms/FormPages.tsx';
import { ResendPage } from './card/forms/ResendPage.tsx';
import { WalletPage } from './card/WalletPage.tsx';
import { LandingPage } from './landing/LandingPage.tsx';
import { ImprintPage } from './legal/ImprintPage.tsx';
import type { LegalFacts } from './legal/legal-facts.ts';
import { PrivacyPage } from './legal/PrivacyPage.tsx';
import { ProcessingPage } from './legal/ProcessingPage.tsx';
import { TermsPage } from './legal/TermsPage.tsx';
import { ForgotPage } from './links/ForgotPage.tsx';
import { LinkPage } from './links/LinkPage.tsx';
import { LogoPage } from './logo/LogoPage.tsx';
import { MarkShapes } from './logo/Mark.tsx';
import { type DocumentPart, renderDocument, renderMarkup } from './markup.ts';
import { NotFoundPage } from './not-found/NotFoundPage.tsx';
import { VacantPage } from './not-found/VacantPage.tsx';
import { OutboxPage } from './outbox/OutboxPage.tsx';
import { PortfolioPage } from './portfolio/PortfolioPage.tsx';
import { DetailsPage, WithdrawnPage } from './recipients/DetailsPage.tsx';
import { TeamPeoplePage } from './team/TeamPeoplePage.tsx';

/**
 * Pages as complete documents, without a bundle (docs/decisions/010). The headers they are sent with, their policy among
 * them, are the server's.
 */

const page =
  <Props extends object>(Page: (props: Props) => ReactElement) =>
  (props: Props): DocumentPart[] =>
    renderDocument(<Page {...props} />);

export const renderCardPage = page(CardPage);

/** The styles of a card on paper, which its page loads from `printPath`. */
export const renderPrintCss = (template: Parameters<typeof printCss>[0]): string => printCss(template);

export const renderExchangePage = page(ExchangePage);
export const renderLeadPage = page(LeadPage);

/** The product's mark as SVG, for drawings that include it. */
export const renderMark = (): string =>
  renderMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">
      <title>{PRODUCT}</title>
      <MarkShapes />
    </svg>,
  );

export const renderWalletPage = page(WalletPage);
export const renderTestCheckout = page(TestCheckoutPage);
export const renderTestPortal = page(TestPortalPage);
export const renderTestInvoice = page(TestInvoicePage);

export const renderCardNotFound = (): DocumentPart[] =>
  renderDocument(
    <NotFoundPage title="Card Not Found" text="This business card doesn't exist or has been removed." />,
  );

export const renderNotFound = (): DocumentPart[] =>
  renderDocument(
    <NotFoundPage
      title="Page Not Found"
      text="There’s nothing at this address. Check the link, or start from home."
    />,
  );

export const renderVacant = page(VacantPage);

/** The page for a failure, with a sentence that says what to do. */
export const renderFailure = (text: string): DocumentPart[] =>
  renderDocument(<NotFoundPage title="One Moment, Please" text={text} />);

export const renderResend = page(ResendPage);
export const renderLanding = page(LandingPage);
export const renderPortfolio = page(PortfolioPage);
export const renderTeam = page(TeamPeoplePage);
export const renderForgot = page(ForgotPage);
export const renderLink = page(LinkPage);
export const renderDetails = page(DetailsPage);
export const renderWithdrawn = page(WithdrawnPage);
export const renderOutbox = page(OutboxPage);

export const renderLogos = (): DocumentPart[] => renderDocument(<LogoPage />);

const LEGAL_PAGES = {
  imprint: ImprintPage,
  terms: TermsPage,
  privacy: PrivacyPage,
  processing: ProcessingPage,
};

export function renderLegal(name: keyof typeof LEGAL_PAGES, facts: LegalFacts): DocumentPart[] {
  const Page = LEGAL_PAGES[name];
  return renderDocument(<Page facts={facts} />);
}
