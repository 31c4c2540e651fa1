import { CardField, CardText } from './CardField.tsx';
import { MoreDetails } from './MoreDetails.tsx';
import { MediaSlot } from './media/MediaSlot.tsx';
import { Pair, Section } from './Section.tsx';

/** Who the card is about. Only the first two fields are needed. */
export function BasicTab() {
  return (
    <>
      <Section title="The card" hint="All you need to start is a card name and your full name.">
        <div className="space-y-5">
          <Pair>
            <CardField
              name="name"
              label="Card name"
              hint="What you call it in your list, for example “Work”."
              autoComplete="off"
            />
            <CardField name="fullName" label="Full name" autoComplete="name" />
          </Pair>
          <MediaSlot
            name="profileImage"
            label="Profile picture"
            hint="Drag a picture here, paste it, or choose a file up to 5MB."
            isRound
            takesPaste
          />
          <Pair>
            <CardField name="jobTitle" label="Job title" autoComplete="organization-title" />
            <CardField name="company" label="Company" autoComplete="organization" />
          </Pair>
          <CardField name="tagline" label="Tagline" hint="One sentence, shown in quotes." />
          <CardText name="bio" label="Bio" hint="Shown as “About”." rows={5} />
        </div>
      </Section>
      <Section title="How to reach you">
        <div className="space-y-5">
          <Pair>
            <CardField name="primaryEmail" label="Email" type="email" autoComplete="email" />
            <CardField name="primaryPhone" label="Phone" type="tel" autoComplete="tel" />
          </Pair>
          <Pair>
            <CardField name="website" label="Website" inputMode="url" autoComplete="url" />
            <CardField name="location" label="Location" hint="e.g. Lisbon, Portugal" />
          </Pair>
        </div>
      </Section>
      <MoreDetails />
      <Section title="Skills and achievements" hint="Separate them with commas.">
        <div className="space-y-5">
          <CardField name="skills" label="Skills" placeholder="Negotiation, Corporate law" />
          <CardField name="achievements" label="Achievements" />
          <Pair>
            <CardField name="languages" label="Languages" placeholder="English, Polish" />
            <CardField name="certifications" label="Certifications" />
          </Pair>
        </div>
      </Section>
    </>
  );
}
