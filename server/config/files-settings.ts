import { defineSettings, setting } from '#server/config/define-settings.ts';
import { baseUrl, matching, onOrOff, text } from '#server/config/setting-kinds.ts';
import { z } from '#shared/contract/zod.ts';

/** The settings of where files are: in DATA_DIR, or in a bucket that speaks S3. */

const ENDPOINT = 'https://s3.example.com';

export const fileStore = defineSettings({
  section: 'Files',
  fields: {
    mediaStore: setting('MEDIA_STORE', z.enum(['disk', 's3']), {
      meaning:
        'Where photos, videos and all other files are. disk: in DATA_DIR. s3: in the bucket of the settings below; docs/operate.md says how to move them there. Needs SMTP_URL.',
      standard: 'disk',
    }),
    mediaCacheMegabytes: setting('MEDIA_CACHE_MB', z.coerce.number().int().min(16).max(1_000_000), {
      meaning:
        'With MEDIA_STORE=s3: disk space in DATA_DIR for copies of photos and videos, in MB, 16 or more.',
      standard: '256',
    }),
  },
});

export type BucketSettings = NonNullable<ReturnType<typeof bucket.read>>;

/** A bucket and the key to it; also while files are still on disk, so that they can be moved. */
export const bucket = defineSettings({
  section: 'Files',
  fields: {
    endpoint: setting('S3_ENDPOINT', baseUrl(ENDPOINT), {
      meaning: `Address of what speaks S3, like ${ENDPOINT}. Empty: Amazon's own in S3_REGION.`,
    }),
    region: setting('S3_REGION', matching(/^[\w-]+$/, 'must be a region such as eu-central-1'), {
      meaning: "Region of the bucket, as its provider names it. Some providers' only one is “auto”.",
      standard: 'us-east-1',
    }),
    bucket: setting(
      'S3_BUCKET',
      matching(/^[\w.-]{3,63}$/, 'must be the name of a bucket, 3 to 63 characters'),
      {
        meaning: 'Name of the bucket, which must exist and be private.',
      },
    ),
    prefix: setting(
      'S3_PREFIX',
      matching(
        /^\/?[\w.-]+(\/[\w.-]+)*\/?$/,
        'must be names with slashes between, such as goldleaf/cards',
      ).transform((value) => `${value.replace(/^\/|\/$/g, '')}/`),
      { meaning: 'What the keys of all objects begin with, like goldleaf. Empty: nothing.' },
    ),
    accessKeyId: setting('S3_ACCESS_KEY_ID', text(), { meaning: 'The key to the bucket.' }),
    secretAccessKey: setting('S3_SECRET_ACCESS_KEY', text(), { meaning: 'Its secret.' }),
    forcePathStyle: setting('S3_FORCE_PATH_STYLE', onOrOff(), {
      meaning:
        'on: the name of the bucket is in the path of addresses; off: in their host. Empty: on with S3_ENDPOINT, off without.',
    }),
  },
  needs: {
    fields: ['bucket', 'accessKeyId', 'secretAccessKey'],
    or: ['endpoint', 'prefix', 'forcePathStyle'],
    page: 'docs/operate.md',
  },
  read: ({ prefix = '', forcePathStyle, ...values }) => ({
    ...values,
    /** Empty, or with a slash at its end. */
    prefix,
    forcePathStyle: forcePathStyle ?? values.endpoint !== undefined,
  }),
});
