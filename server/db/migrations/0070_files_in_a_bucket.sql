CREATE TABLE "kept_files" (
	"folder" text NOT NULL,
	"name" text NOT NULL,
	"written_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "kept_files_folder_name_pk" PRIMARY KEY("folder","name")
);
--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "is_writing" boolean DEFAULT false NOT NULL;