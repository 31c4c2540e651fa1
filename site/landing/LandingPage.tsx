import type { Abilities } from '#shared/contract/abilities.ts';
import { PRICE_PER_CARD_USD, PRODUCT, TRIAL_DAYS } from '#shared/contract/constants.ts';
import { screens } from '#shared/contract/screens.ts';
import { cardsCss } from '#site/card/card-css.ts';
import { HouseHead } from '#site/HouseHead.tsx';
import { houseCss } from '#site/house.ts';
import { Layout } from '#site/Layout.tsx';
import { Mark } from '#site/logo/Mark.tsx';
import { OpenGraph } from '#site/OpenGraph.tsx';
import { AnalyticsPreview } from './AnalyticsPreview.tsx';
import { Footer, type OperatorPages, Price, Trial, Trusted } from './Closing.tsx';
import closingStyles from './closing.css?inline';
import { DashboardPreview } from './DashboardPreview.tsx';
import { Example } from './Example.tsx';
import { Features } from './Features.tsx';
import { FourFeatures } from './FourFeatures.tsx';
import featureStyles from './features.css?inline';
import { Hero } from './Hero.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import heroStyles from './hero.css?inline';
import { script } from './landing.client.ts?script';
import landingStyles from './landing.css?inline';
import motionStyles from './motion.css?inline';
import previewStyles from './previews.css?inline';
import { QrDefinition } from './QrCode.tsx';
import { DESIGN_CARDS, EXAMPLE_CARD } from './sample.ts';

const TITLE = `${PRODUCT}: digital business cards for professionals`;
const DESCRIPTION = `A digital business card people scan, save, and answer. ${TRIAL_DAYS} days free, then $${PRICE_PER_CARD_USD} per month per card. Cancel anytime.`;

const CSS = [
  landingStyles,
  featureStyles,
  closingStyles,
  heroStyles,
  previewStyles,
  motionStyles,
  cardsCss([EXAMPLE_CARD, ...DESIGN_CARDS]),
].join('');

export interface LandingPageProps extends OperatorPages {
  origin: string;
  /** The features of this server: the page promises nothing else. */
  abilities: Abilities;
  /** True if the payment provider calculates tax. */
  isTaxed?: boolean;
}

/** The front page: the real card next to one sentence, then what it does. */
export function LandingPage({ origin, abilities, isTaxed = false, ...operator }: LandingPageProps) {
  return (
    <Layout title={TITLE} base={houseCss} css={CSS} head={<Head origin={origin} />} script={script}>
      <QrDefinition url={`${origin}/#example`} />
      <header className="top wrap">
        <a className="brand" href="/">
          <Mark />
          <span>{PRODUCT}</span>
        </a>
        <a className="quiet-button" href={screens.signIn} data-sign-in>
          Sign In
        </a>
        <a className="button" href={screens.register}>
          Start Free Trial
        </a>
      </header>
      <main>
        <Hero />
        <Features abilities={abilities} />
        <HowItWorks />
        <Example />
        <FourFeatures abilities={abilities} />
        <DashboardPreview abilities={abilities} />
        <AnalyticsPreview />
        <Price isTaxed={isTaxed} />
        <Trial />
        <Trusted />
      </main>
      <Footer {...operator} />
    </Layout>
  );
}

function Head({ origin }: { origin: string }) {
  return (
    <>
      <HouseHead />
      <OpenGraph
        type="website"
        title={TITLE}
        description={DESCRIPTION}
        url={`${origin}/`}
        image={{
          url: `${origin}/share.png`,
          alt: 'A digital business card, just opened for the 1,285th time',
        }}
      />
    </>
  );
}
