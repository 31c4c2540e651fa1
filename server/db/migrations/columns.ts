/** The columns that the migrations give each table. Written by `npm run db:generate`. */
export interface MigratedColumns {
  billing_events: 'applied_at' | 'effect' | 'error' | 'id' | 'occurred_at' | 'received_at' | 'tries' | 'type' | 'user_id';
  business_cards: 'accent_color' | 'achievements' | 'additional_name' | 'address' | 'appointment_booking' | 'background_image' | 'background_video' | 'bio' | 'certifications' | 'city' | 'company' | 'company_logo' | 'country' | 'cover_image' | 'created_at' | 'custom_websites' | 'deleted_at' | 'department' | 'family_name' | 'full_name' | 'given_name' | 'id' | 'industry' | 'is_active' | 'is_featured' | 'job_title' | 'languages' | 'lead_capture_enabled' | 'lead_capture_fields' | 'location' | 'name' | 'name_order' | 'name_prefix' | 'name_suffix' | 'phone_region' | 'phonetic_family_name' | 'phonetic_given_name' | 'photo_gallery' | 'portfolio' | 'portfolio_images' | 'primary_color' | 'primary_email' | 'primary_phone' | 'profile_image' | 'pronouns' | 'qr_code' | 'secondary_color' | 'secondary_email' | 'secondary_phone' | 'skills' | 'social' | 'state' | 'tagline' | 'template' | 'testimonial_videos' | 'unique_view_count' | 'updated_at' | 'user_id' | 'video_call_link' | 'video_gallery' | 'view_count' | 'website' | 'work_email' | 'work_phone' | 'zip_code';
  card_days: 'card_id' | 'day' | 'kind' | 'value' | 'views';
  card_hours: 'card_id' | 'hour' | 'new_visitors' | 'views';
  card_media: 'card_id' | 'media_name';
  card_views: 'card_id' | 'created_at' | 'id' | 'is_first' | 'referrer' | 'tag' | 'via' | 'viewer_device' | 'viewer_ip' | 'viewer_location';
  card_visitors: 'card_id' | 'counted_at' | 'first_seen_at' | 'visitor';
  checkouts: 'closed_at' | 'created_at' | 'id' | 'quantity' | 'session_id' | 'trial_days' | 'url' | 'user_id';
  contact_days: 'contacts' | 'day' | 'user_id';
  contacts: 'additional_name' | 'card_id' | 'card_name' | 'company' | 'created_at' | 'email' | 'family_name' | 'full_name' | 'given_name' | 'id' | 'is_favorite' | 'job_title' | 'name_order' | 'name_prefix' | 'name_suffix' | 'notes' | 'phone' | 'phone_e164' | 'phonetic_family_name' | 'phonetic_given_name' | 'profile_image' | 'social' | 'source' | 'user_id' | 'website';
  invoices: 'cents' | 'created_at' | 'id' | 'number' | 'paid_at' | 'status' | 'url' | 'user_id';
  lead_captures: 'card_id' | 'card_owner_id' | 'created_at' | 'custom_fields' | 'id' | 'lead_company' | 'lead_email' | 'lead_message' | 'lead_name' | 'lead_phone' | 'lead_phone_e164';
  media: 'bytes' | 'height' | 'is_shrunk' | 'kind' | 'name' | 'touched_at' | 'type' | 'width';
  media_network_days: 'bytes' | 'day' | 'network';
  media_owners: 'bytes' | 'idle_since' | 'media_name' | 'user_id';
  media_reservations: 'bytes' | 'day' | 'expires_at' | 'id' | 'network' | 'user_id';
  online_indexes: 'definition' | 'name' | 'replaces';
  platform_counts: 'count' | 'day' | 'name' | 'shard';
  rollup_backfills: 'completed_at' | 'position' | 'source';
  secrets: 'name' | 'value';
  sender_blocks: 'created_at' | 'ends_at' | 'id' | 'kind' | 'label' | 'review_id' | 'user_id' | 'value';
  sessions: 'created_at' | 'expires_at' | 'id' | 'last_seen_at' | 'token_hash' | 'user_agent' | 'user_id';
  subscriptions: 'cancels_at' | 'ended_at' | 'granted_until' | 'next_cents' | 'period_ends_at' | 'quantity' | 'status' | 'synced_at' | 'trial_ends_at' | 'user_id' | 'version';
  team_members: 'id' | 'joined_at' | 'role' | 'team_id' | 'user_id';
  teams: 'created_at' | 'id' | 'logo' | 'name' | 'owner_id' | 'plan' | 'primary_color';
  test_provider_objects: 'created_at' | 'customer_id' | 'data' | 'id' | 'kind';
  unreviewed_submissions: 'additional_name' | 'address' | 'card_id' | 'card_name' | 'company' | 'created_at' | 'email' | 'family_name' | 'full_name' | 'given_name' | 'id' | 'job_title' | 'kind' | 'name_order' | 'name_prefix' | 'name_suffix' | 'notes' | 'phone' | 'phone_e164' | 'phonetic_family_name' | 'phonetic_given_name' | 'reason' | 'review_id' | 'reviewed_as' | 'reviewed_at' | 'sender' | 'user_id' | 'website';
  user_counts: 'cards' | 'contacts' | 'is_counted' | 'leads' | 'signed_up_on' | 'status' | 'user_id';
  users: 'auto_sms_enabled' | 'auto_sms_message' | 'checkout_completed_at' | 'created_at' | 'email' | 'full_name' | 'id' | 'is_admin' | 'is_analytics_enabled' | 'is_exchange_enabled' | 'is_profile_visible' | 'media_bytes' | 'password' | 'phone_number' | 'stripe_customer_id' | 'stripe_subscription_id' | 'subscription_ends_at' | 'subscription_status' | 'trial_ends_at' | 'username';
}
