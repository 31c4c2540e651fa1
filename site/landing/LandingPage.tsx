import type { Abilities } from '#shared/contract/abilities.ts';
import { PRICE_PER_CARD_USD, PRODUCT, TRIAL_DAYS } from '#shared/contract/constants.ts';
import { screens } from '#shared/contract/screens.ts';
import { formatTax } from '#shared/formats/money.ts';
import type { Tax } from '#shared/money/billing.ts';
import { cardsCss } from '#site/card/card-css.ts';
import { HouseHead } from '#site/HouseHead.tsx';
import { houseCss } from '#site/house.ts';
import { Layout } from '#site/Layout.tsx';
import { Mark } from '#site/logo/Mark.tsx';
import { OpenGraph } from '#site/OpenGraph.tsx';
import { AnalyticsPreview } from './AnalyticsPreview.tsx';
import { Footer, type OperatorPages, Trial, Trusted } from './Closing.tsx';
import closingStyles from './closing.css?inline';
import { DashboardPreview } from './DashboardPreview.tsx';
import { Example } from './Example.tsx';
import exampleStyles from './example.css?inline';
import { Features } from './Features.tsx';
import { FourFeatures } from './FourFeatures.tsx';
import featureStyles from './features.css?inline';
import { Hero } from './Hero.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import heroStyles from './hero.css?inline';
import insightStyles from './insight.css?inline';
import { script } from './landing.client.ts?script';
import landingStyles from './landing.css?inline';
import previewStyles from './previews.css?inline';
import { QrDefinition } from './QrCode.tsx';
import { CLASSIC_CARD, EXAMPLE_CARD, PRIVATE_CARD, TEACHING_CARD } from './sample.ts';
import stepStyles from './steps.css?inline';

const TITLE = `${PRODUCT}: digital business cards for professionals`;
const describe = (tax: Tax) =>
  `A digital business card people scan, save, and answer. ${TRIAL_DAYS} days free, then $${PRICE_PER_CARD_USD} per month per card${formatTax({ tax })}. Cancel anytime.`;

/** One of each design and each pair of colors. */
export const SHOWN_CARDS = [EXAMPLE_CARD, CLASSIC_CARD, TEACHING_CARD, PRIVATE_CARD];

const CSS = [
  landingStyles,
  featureStyles,
  stepStyles,
  exampleStyles,
  closingStyles,
  heroStyles,
  previewStyles,
  insightStyles,
  cardsCss(SHOWN_CARDS),
].join('');

export interface LandingPageProps extends OperatorPages {
  origin: string;
  /** The features of this server: the page promises nothing else. */
  abilities: Abilities;
  /** How tax is said beside the price. */
  tax?: Tax;
}

/** The front page: the real card next to one sentence, then what it does. */
export function LandingPage({ origin, abilities, tax = 'none', ...operator }: LandingPageProps) {
  return (
    <Layout title={TITLE} base={houseCss} css={CSS} head={<Head origin={origin} tax={tax} />} script={script}>
      <QrDefinition url={`${origin}/#example`} />
      <header className="top wrap">
        <a className="brand" href="/">
          <Mark />
          <span>{PRODUCT}</span>
        </a>
        <a href={screens.signIn} data-sign-in>
          Sign In
        </a>
        <a className="button" href={screens.register}>
          Start Free Trial
        </a>
      </header>
      <main className="landing">
        <Hero tax={tax} />
        <Features abilities={abilities} />
        <HowItWorks />
        <Example />
        <FourFeatures abilities={abilities} />
        <DashboardPreview abilities={abilities} />
        <AnalyticsPreview />
        <Trial tax={tax} />
        <Trusted />
      </main>
      <Footer {...operator} />
    </Layout>
  );
}

function Head({ origin, tax }: { origin: string; tax: Tax }) {
  return (
    <>
      <HouseHead />
      <OpenGraph
        type="website"
        title={TITLE}
        description={describe(tax)}
        url={`${origin}/`}
        image={{
          url: `${origin}/share.png`,
          alt: 'A digital business card, just opened for the 1,285th time',
        }}
      />
    </>
  );
}
