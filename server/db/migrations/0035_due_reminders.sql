-- Every minute a job reads which reminders are due.
INSERT INTO online_indexes (name, definition) VALUES
  ('reminders_due', 'ON reminders (at) WHERE told_at IS NULL');
