/**
 * A mark that asks for clean files: something was deleted that must not be found again, and the bytes of deleted rows stay in the database's
 * files until these are written anew. SQLite cleans them at the next start and removes the mark; if that was interrupted or not possible, the
 * start after it tries again.
 */

/** The setting that is the mark. */
export const uncleaned = "uncleaned"

/** A warning in the log. The service starts: a full disk or another process should not stop payments. */
export const uncleanedWarning =
  "deleted data can still be found in the database's files: they could not be rewritten; the next start tries again"
