/**
 * A mark that the database's files need cleaning: data was deleted that nobody may recover, and the bytes of deleted
 * rows stay in the files until these are rewritten. On SQLite the next start cleans them and removes the mark; if that
 * is interrupted or not possible, the start after it tries again.
 */

/** The setting that is the mark. */
export const uncleaned = "uncleaned"

/** A warning in the log. The service starts: a full disk or another process should not stop payments. */
export const uncleanedWarning =
  "deleted data can still be found in the database's files: they could not be rewritten; the next start tries again"
