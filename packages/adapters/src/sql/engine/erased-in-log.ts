/**
 * A mark that the end of an erasure leaves on SQLite: the log beside the file still has what was overwritten. This
 * process or a later one removes it after emptying the log.
 */

/** The setting that is the mark. Its value distinguishes one erasure from the next. */
export const erasedInLog = "erased_in_log"
