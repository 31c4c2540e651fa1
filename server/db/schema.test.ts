import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '#server/config/package-root.ts';
import { migrate } from '#server/db/migrate.ts';
import { createEmptyDatabase, createTestDatabase } from '#test/database.ts';
import config from '../../drizzle.config.ts';

// The library gives all arrays a method, beside which PDF.js does not work in the files after this one.
Reflect.deleteProperty(Array.prototype, 'random');

/** Section 3 of the specification: columns, and the defaults it names. */
const SPECIFIED: Record<string, string> = {
  users:
    "id username email password full_name created_at subscription_status='trial' trial_ends_at subscription_ends_at stripe_customer_id stripe_subscription_id auto_sms_enabled=true auto_sms_message phone_number is_admin=false",
  business_cards:
    "id user_id name full_name job_title company industry department location bio tagline template='modern' primary_email secondary_email work_email primary_phone secondary_phone work_phone website portfolio address city state zip_code country profile_image cover_image company_logo background_image background_video photo_gallery video_gallery portfolio_images testimonial_videos skills languages certifications achievements custom_websites primary_color='#D4AF37' secondary_color='#1a1a1a' accent_color='#F5F5F5' social lead_capture_enabled=false lead_capture_fields appointment_booking video_call_link qr_code view_count=0 is_active=true is_featured=false created_at updated_at",
  card_views: 'id card_id viewer_ip viewer_location viewer_device referrer created_at',
  lead_captures:
    'id card_id card_owner_id lead_name lead_email lead_phone lead_company lead_message custom_fields created_at',
  teams: "id name owner_id plan='basic' logo primary_color='#6366F1' created_at",
  team_members: "id team_id user_id role='member' joined_at",
  contacts:
    'id user_id card_id card_name full_name job_title company email phone website profile_image social is_favorite=false notes source created_at',
};

let client: pg.Client;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await drop();
});

describe('The tables', () => {
  it.each(Object.entries(SPECIFIED))(
    '%s has the columns and defaults of the specification',
    async (table, columns) => {
      const { rows } = await client.query<{ name: string; preset: string | null }>(
        "select column_name as name, column_default as preset from information_schema.columns where table_schema = 'public' and table_name = $1",
        [table],
      );
      const found = new Map(rows.map(({ name, preset }) => [name, preset?.replace(/::.*$/, '') ?? null]));
      for (const column of columns.split(' ')) {
        const [name = '', preset] = column.split('=');
        expect([...found.keys()], table).toContain(name);
        if (preset) expect(found.get(name), `${table}.${name}`).toBe(preset);
      }
    },
  );

  it('have an index for every foreign key, so that a deletion never scans a whole table', async () => {
    const { rows } = await client.query<{ place: string }>(`
      select c.conrelid::regclass || '.' || a.attname as place
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
        select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`);
    expect(rows).toEqual([]);
  });

  it('keep nothing about a deleted user, who cannot be deleted while they own a team', async () => {
    const { rows } = await client.query<{ place: string }>(`
      select conname as place from pg_constraint
      where contype = 'f' and confrelid in ('users'::regclass, 'business_cards'::regclass) and confdeltype not in ('c', 'n')`);
    expect(rows).toEqual([{ place: 'teams_owner_id_users_id_fk' }]);
  });
});

const migrations = path.join(packageRoot, 'server/db/migrations');

/** Each file below the folder, with its text. */
const contentOf = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => path.join(folder, name))
    .filter((file) => fs.statSync(file).isFile())
    .map((file) => [path.relative(folder, file), fs.readFileSync(file, 'utf8')]);

describe('The migrations', () => {
  it('leave one snapshot, that of the newest, and it is exactly the schema in the code', async () => {
    const journal = JSON.parse(fs.readFileSync(path.join(migrations, 'meta/_journal.json'), 'utf8'));
    const newest = `${journal.entries.at(-1).tag.slice(0, 4)}_snapshot.json`;
    expect(fs.readdirSync(path.join(migrations, 'meta')).sort()).toEqual([newest, '_journal.json']);
    const migrated = JSON.parse(fs.readFileSync(path.join(migrations, 'meta', newest), 'utf8'));
    const folder = path.join(packageRoot, path.dirname(String(config.schema)));
    const schemas = await Promise.all(fs.readdirSync(folder).map((file) => import(path.join(folder, file))));
    expect(await generateMigration(migrated, generateDrizzleJson(Object.assign({}, ...schemas)))).toEqual([]);
  });

  it('are followed by their snapshot and columns: older snapshots go, and nothing else changes', () => {
    const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-migrations-'));
    try {
      fs.cpSync(migrations, copy, { recursive: true });
      fs.writeFileSync(path.join(copy, 'meta/0000_snapshot.json'), '{}');
      execFileSync(process.execPath, [path.join(packageRoot, 'scripts/follow-migrations.mjs'), copy]);
      expect(contentOf(copy)).toEqual(contentOf(migrations));
    } finally {
      fs.rmSync(copy, { recursive: true });
    }
  });

  it('are applied once when four processes start on an empty database', { tags: ['thorough'] }, async () => {
    const { url, drop: dropEmpty } = await createEmptyDatabase();
    try {
      await Promise.all(Array.from({ length: 4 }, () => migrate({ connectionString: url })));
      const once = new pg.Client({ connectionString: url });
      await once.connect();
      const { rows } = await once.query('select hash from drizzle.__drizzle_migrations');
      await once.end();
      expect(rows.length).toBeGreaterThan(1);
      expect(new Set(rows.map(({ hash }) => hash)).size).toBe(rows.length);
    } finally {
      await dropEmpty();
    }
  });
});
