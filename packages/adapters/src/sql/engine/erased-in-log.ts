/**
 * A mark that the end of an erasure leaves on SQLite: the log beside the file still has what was overwritten. It is taken away once the log was
 * emptied, be it by a later process.
 */

/** The setting that is the mark. Its value tells one erasure from the next. */
export const erasedInLog = "erased_in_log"
