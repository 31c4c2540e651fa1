import { PRODUCT } from '#shared/contract/constants.ts';
import { TestCheckoutPage } from './billing/TestCheckoutPage.tsx';
import { TestInvoicePage } from './billing/TestInvoicePage.tsx';
import { TestPortalPage } from './billing/TestPortalPage.tsx';
import { CardPage } from './card/CardPage.tsx';
import { printCss } from './card/card-css.ts';
import { ExchangePage, type FormPageProps, LeadPage } from './card/forms/FormPages.tsx';
import { ResendPage } from './card/forms/ResendPage.tsx';
import { WalletPage } from './card/WalletPage.tsx';
import { LandingPage, type LandingPageProps } from './landing/LandingPage.tsx';
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
import { VacantPage, type VacantPageProps } from './not-found/VacantPage.tsx';
import { OutboxPage } from './outbox/OutboxPage.tsx';
import { PortfolioPage } from './portfolio/PortfolioPage.tsx';
import { DetailsPage, WithdrawnPage } from './recipients/DetailsPage.tsx';
import { TeamPeoplePage } from './team/TeamPeoplePage.tsx';

/**
 * Pages as complete documents, without a bundle (docs/decisions/010). The headers they are sent with, their policy among
 * them, are the server's.
 */

export const renderCardPage = (input: Parameters<typeof CardPage>[0]): DocumentPart[] =>
  renderDocument(<CardPage {...input} />);

/** The styles of a card on paper, which its page loads from `printPath`. */
export const renderPrintCss = (template: Parameters<typeof printCss>[0]): string => printCss(template);

export const renderExchangePage = (input: FormPageProps): DocumentPart[] =>
  renderDocument(<ExchangePage {...input} />);

export const renderLeadPage = (input: FormPageProps): DocumentPart[] =>
  renderDocument(<LeadPage {...input} />);

/** The product's mark as SVG, for drawings that include it. */
export const renderMark = (): string =>
  renderMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">
      <title>{PRODUCT}</title>
      <MarkShapes />
    </svg>,
  );

export const renderWalletPage = (input: Parameters<typeof WalletPage>[0]): DocumentPart[] =>
  renderDocument(<WalletPage {...input} />);

export const renderTestCheckout = (input: Parameters<typeof TestCheckoutPage>[0]): DocumentPart[] =>
  renderDocument(<TestCheckoutPage {...input} />);

export const renderTestPortal = (input: Parameters<typeof TestPortalPage>[0]): DocumentPart[] =>
  renderDocument(<TestPortalPage {...input} />);

export const renderTestInvoice = (input: Parameters<typeof TestInvoicePage>[0]): DocumentPart[] =>
  renderDocument(<TestInvoicePage {...input} />);

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

export const renderVacant = (input: VacantPageProps): DocumentPart[] =>
  renderDocument(<VacantPage {...input} />);

/** The page for a failure, with a sentence that says what to do. */
export const renderFailure = (text: string): DocumentPart[] =>
  renderDocument(<NotFoundPage title="One Moment, Please" text={text} />);

export const renderResend = (input: Parameters<typeof ResendPage>[0]): DocumentPart[] =>
  renderDocument(<ResendPage {...input} />);

export const renderLanding = (props: LandingPageProps): DocumentPart[] =>
  renderDocument(<LandingPage {...props} />);

export const renderPortfolio = (input: Parameters<typeof PortfolioPage>[0]): DocumentPart[] =>
  renderDocument(<PortfolioPage {...input} />);

export const renderTeam = (input: Parameters<typeof TeamPeoplePage>[0]): DocumentPart[] =>
  renderDocument(<TeamPeoplePage {...input} />);

export const renderForgot = (input: Parameters<typeof ForgotPage>[0]): DocumentPart[] =>
  renderDocument(<ForgotPage {...input} />);

export const renderLink = (input: Parameters<typeof LinkPage>[0]): DocumentPart[] =>
  renderDocument(<LinkPage {...input} />);

export const renderDetails = (input: Parameters<typeof DetailsPage>[0]): DocumentPart[] =>
  renderDocument(<DetailsPage {...input} />);

export const renderWithdrawn = (input: Parameters<typeof WithdrawnPage>[0]): DocumentPart[] =>
  renderDocument(<WithdrawnPage {...input} />);

export const renderOutbox = (input: Parameters<typeof OutboxPage>[0]): DocumentPart[] =>
  renderDocument(<OutboxPage {...input} />);

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
