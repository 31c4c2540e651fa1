import { Person } from './Person.tsx';
import { QrCode } from './QrCode.tsx';
import { HERO_CARD, SAMPLE_CONTACTS } from './sample.ts';

const STEPS = [
  {
    title: 'Create Card',
    text: 'All you need is your name. Add a photo, colors, and links anytime; the preview is the real card.',
    crop: <NameField />,
  },
  {
    title: 'Share Instantly',
    text: 'By QR code, link, or NFC tag. The person in front of you needs no app.',
    crop: <Code />,
  },
  {
    title: 'Track Results',
    text: 'See views as they happen, where they came from, and who sent their details back.',
    crop: <Person {...SAMPLE_CONTACTS[1]}>{SAMPLE_CONTACTS[1].met}</Person>,
  },
];

/** Three steps, each beside a crop of the screen where it happens. */
export function HowItWorks() {
  return (
    <section className="steps wrap" aria-labelledby="how">
      <h2 id="how">How It Works</h2>
      <ol>
        {STEPS.map(({ title, text, crop }, index) => (
          <li key={title}>
            <b aria-hidden="true">{index + 1}</b>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
            <div className="crop" aria-hidden="true">
              {crop}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function NameField() {
  return (
    <p className="field">
      Full Name
      <span>{HERO_CARD.fullName}</span>
    </p>
  );
}

function Code() {
  return (
    <p className="code">
      <QrCode />
      <span>
        {HERO_CARD.fullName}
        <br />
        {HERO_CARD.company}
      </span>
    </p>
  );
}
