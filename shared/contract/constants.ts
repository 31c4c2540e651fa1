/**
 * All limits, prices and defaults of the specification, defined once. Sizes are bytes and times are milliseconds unless
 * the name says otherwise.
 */

export const PRODUCT = 'Goldleaf';

export const TRIAL_DAYS = 14;
export const PRICE_PER_CARD_USD = 5;
/** How many days before the first charge or the end of the trial a reminder is emailed. */
export const REMINDER_DAYS = 3;
/** How long a new account is mailed notices without having confirmed its address. */
export const UNCONFIRMED_NOTICE_DAYS = 7;
export const CARD_LIMIT = 3;
export const CARD_LIMIT_MESSAGE =
  "You've reached the maximum of 3 digital business cards per account. This helps maintain quality and prevents misuse.";

export const USERNAME_MIN = 3;
export const USERNAME_MAX = 40;
export const PASSWORD_MIN = 6;
export const FULL_NAME_MIN = 2;
export const LOGIN_MIN = 3;
/** Argon2 has no limit, but a megabyte of password is an attack, not a password. */
export const PASSWORD_MAX = 200;

export const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
export const VIDEO_BYTES_MAX = 10 * 1024 * 1024;
export const IMAGE_SIDE_MAX = 800;
export const IMAGE_QUALITY = 0.7;
/** Space per account, and how much all unpaid accounts may add from one network address in a day (UTC). */
export const MEDIA_BYTES_MAX = 500 * 1024 * 1024;
export const NETWORK_BYTES_A_DAY = 5 * 1024 ** 3;
/**
 * The maximum decoded size of an uploaded picture, in pixels; less if decoding costs more: AVIF, interlaced, animated
 * or 16 bits deep.
 */
export const IMAGE_PIXELS_MAX = 25_000_000;
export const COSTLY_PIXELS_MAX = 12_500_000;
/** The additional widths in which a picture is offered, in pixels. */
export const SMALL_WIDTHS = [400, 800] as const;

export const SESSION_DAYS = 30;
/** How long the link "This wasn't me" of a notice works. */
export const NOT_ME_DAYS = 7;
/** After how many minutes without use owners may have their sessions end, and after how many they do unless chosen: `SESSION_DAYS`. */
export const IDLE_MINUTES = [60, 1_440, 10_080, 43_200] as const;
export const IDLE_MINUTES_DEFAULT = 43_200;
/** How long the history of an account is kept, and what administrators did. */
export const HISTORY_DAYS = 365;
export const ADMIN_ACTION_DAYS = 730;
/** How many passkeys an account may have. */
export const PASSKEYS_MAX = 20;
/** How long the archive of an account that an administrator deleted is kept. */
export const ARCHIVE_DAYS = 30;
/** How long a browser that asked for it needs no two-step codes. */
export const REMEMBERED_DAYS = 30;
export const RESTORE_DAYS = 30;
/** Drafts per account, and how long one is kept after its last change. */
export const DRAFTS_MAX = 10;
export const DRAFT_DAYS = 30;
/** The size of one draft as JSON, of each text in it, and the length of its lists. */
export const DRAFT_BYTES_MAX = 64 * 1024;
export const DRAFT_TEXT_MAX = 10_000;
export const DRAFT_LIST_MAX = 60;
/** The newest contacts and leads that a device keeps for when there is no network. */
export const PEOPLE_KEPT_OFFLINE = 2_000;
/** How long a contact noted down without a network waits on the device, and how long its key counts on the server. */
export const NOTED_CONTACT_DAYS = 30;
/** How long it is kept that something was deleted, and nothing of it. */
export const TOMBSTONE_DAYS = 90;
export const CONTACT_KEY_DAYS = 90;
export const IMPORT_BYTES_MAX = 50 * 1024 * 1024;
export const IMPORT_ROWS_MAX = 50_000;
/** How long an uploaded archive of an account waits to be started: its files may be large, and count in no quota. */
export const ARCHIVE_WAITING_DAYS = 1;
/** The archive of a whole account: all the media it may hold, and everything else. */
export const ARCHIVE_BYTES_MAX = 640 * 1024 * 1024;
/** How long an import can be undone as a whole. */
export const IMPORT_UNDO_DAYS = 30;
export const RECENT_CONTACT_DAYS = 30;
/** Another view of a card by the same visitor within this time is not counted again. */
export const REPEAT_VIEW_MINUTES = 30;

/** An account's daily (UTC) limits for the language model: calls, and tokens of prompts and answers. */
export const MODEL_CALLS_PER_DAY = 300;
export const MODEL_TOKENS_PER_DAY = 300_000;
export const MODEL_FIGURES_DAYS = 90;

/** How many contacts and leads an hour go directly to an owner's lists; any more wait for review. */
export const SUBMISSIONS_PER_HOUR = 600;
/** How many may wait per owner, and for how long. */
export const UNREVIEWED_MAX = 5_000;
export const UNREVIEWED_DAYS = 30;
/**
 * A form sent sooner than this after it was shown waits for review if its address sent another one within these
 * minutes.
 */
export const QUICK_FORM_MS = 1_000;
export const SENT_BEFORE_MINUTES = 10;
/** How many senders and addresses one owner may block, and how long an address stays blocked. */
export const BLOCKS_MAX = 5_000;
export const ADDRESS_BLOCK_DAYS = 30;

/** How many months after the last contact an owner may have contacts and leads deleted. */
export const RETENTION_MONTHS = [6, 12, 24] as const;
/** After choosing one, and before each deletion, there are this many days to change one's mind. */
export const RETENTION_NOTICE_DAYS = 7;
/** Up to how many people who are due are counted exactly. */
export const DUE_COUNTED_MAX = 1_000;

export const ANALYTICS_REFRESH_MS = 30_000;
export const RECENT_ACTIVITY_ON_SCREEN = 6;
export const RECENT_ACTIVITY_ON_DASHBOARD = 10;
/** How many recent views the analytics endpoint returns; device and source panels count over them. */
export const RECENT_VIEWS = 50;
export const TRAFFIC_SOURCES_SHOWN = 5;
export const DASHBOARD_CONTACTS_SHOWN = 5;
/** In a browser's `localStorage`: who is signed in, for the first paint. */
export const STORED_USER = 'user';
/** Likewise: a sign-out that the server has not heard of. */
export const SIGN_OUT_OWED = 'sign-out-owed';
export const ADMIN_RECENT_USERS = 10;
/** How many invoices the screen shows initially. */
export const INVOICES_SHOWN = 24;
/** How many invoices and events of a user are shown to administrators. */
export const ADMIN_HISTORY_MAX = 100;

export const PUBLIC_PHOTOS = 4;
export const PUBLIC_VIDEOS = 2;
export const PUBLIC_PORTFOLIO_IMAGES = 4;
export const PUBLIC_TESTIMONIALS = 2;

export const QR_PNG_DEFAULT = 300;
export const QR_PNG_MAX = 2048;
/** The styles of a QR code, see `qr-art.ts`. */
export const QR_STYLE_IDS = ['gold', 'charcoal', 'gradient', 'blue'] as const;
/** The picture in the middle of a code. */
export const QR_MIDDLES = ['photo', 'logo'] as const;
/** The background of a code. */
export const QR_GROUNDS = ['light', 'dark'] as const;
/** The content of a code: the link of the card, or the contact itself. */
export const QR_CONTENTS = ['link', 'contact'] as const;
/** Nobody's camera should have to read a contact's code that is smaller, in pixels. */
export const QR_CONTACT_MIN = 300;
export const QR_SHARED = 256;
/** The error correction levels of a QR code (ISO/IEC 18004: L, M, Q, H). */
export const QR_ERROR_CORRECTIONS = ['low', 'medium', 'quartile', 'high'] as const;

export const COPIED_MS = 2_000;

/** The default colors of the data model, for a payload without colors. */
export const CARD_COLORS = { primary: '#D4AF37', secondary: '#1a1a1a', accent: '#F5F5F5' } as const;
/** The initial colors of the editor's form. */
export const EDITOR_COLORS = { primary: '#6366F1', secondary: '#8B5CF6' } as const;

export const TEMPLATES = ['modern', 'classic', 'minimal'] as const;
export const BACKGROUND_PRESETS = ['aurora', 'ocean', 'fire', 'space', 'forest', 'sunset'] as const;
export const LEAD_FIELDS = ['name', 'email', 'phone', 'company', 'message'] as const;
export const SHARE_PLATFORMS = ['linkedin', 'twitter', 'facebook', 'whatsapp'] as const;
/** Other networks that a card can be shared on, by a link alone. */
export const MORE_NETWORKS = ['telegram', 'threads', 'bluesky', 'reddit', 'xing', 'line'] as const;
export const SUBSCRIPTION_STATUSES = ['trial', 'active', 'expired', 'cancelled'] as const;

/** The sixteen networks of section 3, in the order the editor offers them. */
export const SOCIAL_NETWORKS = [
  'linkedin',
  'twitter',
  'instagram',
  'github',
  'facebook',
  'youtube',
  'tiktok',
  'snapchat',
  'behance',
  'dribbble',
  'medium',
  'pinterest',
  'whatsapp',
  'telegram',
  'discord',
  'zoom',
] as const;

export const AUTO_SMS_MESSAGE = 'It was great connecting with you! Looking forward to staying in touch.';

export const TEAM_PLAN = 'basic';
export const TEAM_COLOR = '#6366F1';
export const TEAM_ROLE = 'member';

/** The networks whose icons the small preview beside the editor shows (section 4). */
export const PREVIEW_NETWORKS = [
  'linkedin',
  'twitter',
  'instagram',
] as const satisfies (typeof SOCIAL_NETWORKS)[number][];

/** Maximum lengths: of texts in characters, of lists in items. */
export const TEXT_MAX = { line: 200, paragraph: 5_000, url: 2_000, phone: 40, email: 254 } as const;
export const LIST_MAX = { tags: 50, media: 24, videos: 6, websites: 20 } as const;

/** Largest JSON bodies: a card may carry media inline, everything else is a form. */
export const JSON_BYTES_MAX = 256 * 1024;
export const CARD_BYTES_MAX = 64 * 1024 * 1024;
