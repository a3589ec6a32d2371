/**
 * A mark that a migration leaves where it has deleted something that must not be found again: the bytes of deleted rows stay in the
 * database's files until these are written anew. Each engine cleans in its own way after the migration has been committed, and takes the
 * mark away when it is done; where that was interrupted or not possible, the next start tries again.
 */

/** The setting that is the mark. */
export const uncleaned = "uncleaned"

/** A warning in the log. The service starts: a full disk or another process should not stop payments. */
export const uncleanedWarning =
  "what a migration has deleted can still be found in the database's files: they could not be written anew; the next start tries again"
