import { CardFace } from '#site/card/CardFace.tsx';
import { ExampleActions } from './ExampleActions.tsx';
import { EXAMPLE_CARD } from './sample.ts';

/** A whole card, drawn by the component that draws every card. */
export function Example() {
  return (
    <section className="example" id="example" aria-labelledby="example-title">
      <div className="wrap">
        <h2 id="example-title">Live Example</h2>
        <p className="lead">
          This is a real card. Save Elena’s contact, play the video, or see where your details would arrive.
        </p>
        <div className="object">
          <CardFace card={EXAMPLE_CARD} actions={<ExampleActions />} isPreview />
        </div>
      </div>
    </section>
  );
}
