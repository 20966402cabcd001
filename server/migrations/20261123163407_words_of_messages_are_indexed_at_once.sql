-- What was written last stood in an unsorted list that every search read through, up to 4 MB of it.
ALTER INDEX "messages_words_idx" SET (fastupdate = false);
--> statement-breakpoint
SELECT gin_clean_pending_list('messages_words_idx');
