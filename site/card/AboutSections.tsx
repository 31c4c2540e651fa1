import type { ReactNode } from 'react';
import {
  PUBLIC_PHOTOS,
  PUBLIC_PORTFOLIO_IMAGES,
  PUBLIC_TESTIMONIALS,
  PUBLIC_VIDEOS,
} from '#shared/contract/constants.ts';
import type { FaceFields, Shows } from './face.ts';
import { Section } from './Section.tsx';
import { buildSrcSet, TILE_SIZES } from './src-set.ts';

/** The owner's own story: about, galleries, skills and the like. */

const removeDuplicates = (items: string[]) => [...new Set(items)];

interface AboutSectionsProps {
  card: FaceFields;
  shows: Shows;
  form: ReactNode;
}

export function AboutSections({ card, shows, form }: AboutSectionsProps) {
  const { fullName } = card;
  return (
    <div className="story">
      {card.bio && (
        <Section title="About" kind="about">
          <p className="bio" dir="auto">
            {card.bio}
          </p>
        </Section>
      )}
      <Pictures
        title="Photo Gallery"
        name={`Photo of ${fullName}`}
        sources={removeDuplicates(card.photoGallery).filter(shows)}
        shown={PUBLIC_PHOTOS}
        more="photos"
      />
      <Videos
        title="Video Content"
        name={`Video of ${fullName}`}
        sources={removeDuplicates(card.videoGallery).filter(shows)}
        shown={PUBLIC_VIDEOS}
        more="videos"
      />
      <Pictures
        title="Portfolio"
        name={`Work of ${fullName}`}
        sources={removeDuplicates(card.portfolioImages).filter(shows)}
        shown={PUBLIC_PORTFOLIO_IMAGES}
      />
      <Videos
        title="Testimonials"
        name={`Testimonial for ${fullName}`}
        sources={removeDuplicates(card.testimonialVideos).filter(shows)}
        shown={PUBLIC_TESTIMONIALS}
      />
      <Tags title="Skills & Expertise" items={card.skills} />
      <Tags title="Languages" items={card.languages} />
      <Tags title="Certifications" items={card.certifications} kind="list" />
      <Tags title="Achievements" items={card.achievements} kind="list" />
      {form}
    </div>
  );
}

interface GalleryProps {
  title: string;
  /** Names each item for screen readers, followed by its number. */
  name: string;
  sources: string[];
  shown: number;
  /** The noun counted by "+N more …"; left out where the specification shows no count. */
  more?: string;
}

function More({ sources, shown, more }: GalleryProps) {
  const count = sources.length - shown;
  return more && count > 0 ? (
    <p className="more" dir="ltr">
      +{count} more {more}
    </p>
  ) : null;
}

function Pictures(gallery: GalleryProps) {
  const { title, name, sources, shown } = gallery;
  if (sources.length === 0) return null;
  return (
    <Section title={title} kind="pictures">
      <ul className={`tiles n${Math.min(sources.length, shown)}`}>
        {sources.slice(0, shown).map((src, index) => (
          <li key={src}>
            <a href={src}>
              <img
                src={src}
                {...buildSrcSet(src, TILE_SIZES)}
                alt={`${name}, ${index + 1}`}
                loading="lazy"
                width="400"
                height="400"
              />
            </a>
          </li>
        ))}
      </ul>
      <More {...gallery} />
    </Section>
  );
}

const extensionOf = (src: string) => src.slice(src.lastIndexOf('.'));

function Videos(gallery: GalleryProps) {
  const { title, name, sources, shown } = gallery;
  if (sources.length === 0) return null;
  return (
    <Section title={title} kind="videos">
      <ul className="films">
        {sources.slice(0, shown).map((src, index) => (
          <li key={src}>
            {/* The fragment makes phones show the first frame as the poster. */}
            {/* biome-ignore lint/a11y/useMediaCaption: owners upload no captions */}
            <video
              src={`${src}#t=0.1`}
              controls
              preload="metadata"
              playsInline
              aria-label={`${name}, ${index + 1}`}
            >
              {/* For browsers without video; where only this video fails, a script shows it in the video's place. */}
              <p className="more">
                This video can’t be played here.{' '}
                <a className="quiet-link" href={src} download={`${name}, ${index + 1}${extensionOf(src)}`}>
                  Download it instead
                </a>
              </p>
            </video>
          </li>
        ))}
      </ul>
      <More {...gallery} />
    </Section>
  );
}

function Tags({ title, items, kind = 'tags' }: { title: string; items: string[]; kind?: string }) {
  if (items.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={kind}>
        {removeDuplicates(items).map((item) => (
          <li key={item}>
            <bdi>{item}</bdi>
          </li>
        ))}
      </ul>
    </Section>
  );
}
