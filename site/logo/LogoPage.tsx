import { PRODUCT } from '#shared/contract/constants.ts';
import { HouseHead } from '#site/HouseHead.tsx';
import { houseCss } from '#site/house.ts';
import { Layout } from '#site/Layout.tsx';
import { LOGO_DESIGNS } from './designs.tsx';
import styles from './logo.css?inline';

const DESCRIPTION = `Six gold logos drawn for ${PRODUCT}, and the one it chose.`;

/** The gallery of six gold logos, each on white and on charcoal. */
export function LogoPage() {
  return (
    <Layout title={`Six logos · ${PRODUCT}`} base={houseCss} css={styles} head={<Head />}>
      <main className="logos">
        <a className="back" href="/">
          <span aria-hidden="true">←</span> Back
        </a>
        <h1>Six logos in gold</h1>
        <p className="lead">
          Six ways to say {PRODUCT}, drawn for light and dark. Each has to work as a seal on an envelope and
          as an app icon.
        </p>
        <svg className="unseen" width="0" height="0" aria-hidden="true">
          <linearGradient id="foil" x2="1" y2="1">
            <stop stopColor="#EFDC9B" />
            <stop offset="0.45" stopColor="#D4AF37" />
            <stop offset="1" stopColor="#A8841F" />
          </linearGradient>
        </svg>
        <ul>
          {LOGO_DESIGNS.map(({ name, thought, drawing }) => (
            <li key={name}>
              <div className="plate">
                <span>
                  <svg viewBox="0 0 96 96" role="img" aria-label={`${name} logo`}>
                    {drawing}
                  </svg>
                </span>
                <span>
                  <svg viewBox="0 0 96 96" aria-hidden="true">
                    {drawing}
                  </svg>
                </span>
              </div>
              <h2>{name}</h2>
              <p>{thought}</p>
            </li>
          ))}
        </ul>
      </main>
    </Layout>
  );
}

function Head() {
  return (
    <>
      <HouseHead />
      <meta name="description" content={DESCRIPTION} />
    </>
  );
}
