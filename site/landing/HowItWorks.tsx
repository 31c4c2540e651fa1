const STEPS = [
  {
    title: 'Create Card',
    text: 'All you need is your name. Add a photo, colors, and links anytime; the preview is the real card.',
  },
  {
    title: 'Share Instantly',
    text: 'By QR code, link, or NFC tag. The person in front of you needs no app.',
  },
  {
    title: 'Track Results',
    text: 'See views as they happen, where they came from, and who sent their details back.',
  },
];

export function HowItWorks() {
  return (
    <section className="steps wrap" aria-labelledby="how">
      <h2 id="how">How It Works</h2>
      <ol>
        {STEPS.map(({ title, text }, index) => (
          <li key={title}>
            <span className="numeral" aria-hidden="true">
              {index + 1}
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
