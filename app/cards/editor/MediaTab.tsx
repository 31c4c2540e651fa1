import { LeadCapture } from './LeadCapture.tsx';
import { BackgroundField } from './media/BackgroundField.tsx';
import { MediaList } from './media/MediaList.tsx';
import { MediaSlot } from './media/MediaSlot.tsx';
import { Section } from './Section.tsx';
import { Visibility } from './Visibility.tsx';

/** Pictures and videos of the card, and what else it can do. */
export function MediaTab({ isNew }: { isNew: boolean }) {
  return (
    <>
      <Section title="Background" hint="Plays behind your card. Paused for people who prefer less motion.">
        <BackgroundField isNew={isNew} />
      </Section>
      <Section title="Galleries" hint="The order here is the order on your card.">
        <div className="space-y-4">
          <MediaList
            name="photoGallery"
            kind="image"
            label="Photo gallery"
            hint="Up to 5MB each. Your card shows the first four."
          />
          <MediaList
            name="videoGallery"
            kind="video"
            label="Video gallery"
            hint="Up to 10MB each. Your card shows the first two."
          />
          <MediaList
            name="portfolioImages"
            kind="image"
            label="Portfolio images"
            hint="Your work. Your card shows the first four, your portfolio page all."
          />
          <MediaList
            name="testimonialVideos"
            kind="video"
            label="Testimonial videos"
            hint="What clients say about you. Your card shows the first two."
          />
        </div>
      </Section>
      <Section title="Brand pictures">
        <div className="space-y-4">
          <MediaSlot name="coverImage" label="Cover image" hint="Wide, at the top of the card." />
          <MediaSlot name="companyLogo" label="Company logo" hint="A transparent PNG works best." />
          <MediaSlot
            name="backgroundImage"
            label="Background image"
            hint="Behind the card, when there is no background video."
          />
        </div>
      </Section>
      <Section title="Features">
        <LeadCapture />
        <Visibility />
      </Section>
    </>
  );
}
