/** Checks that SQLite finds its files whole. */
import type { Check } from "../check.ts"

export const integrity: Check = {
  title: "the files are whole (pragma integrity_check, foreign_key_check)",
  contradictions: ({ database }) => [
    ...["main", "books"].flatMap((schema) =>
      database
        .prepare<[], string>(`pragma ${schema}.integrity_check`)
        .pluck()
        .all()
        .filter((word) => word !== "ok")
        .map((word) => `${schema}: ${word}`),
    ),
    ...database
      .prepare<[], { table: string; rowid: number | null; parent: string }>("pragma main.foreign_key_check")
      .all()
      .map(({ table, rowid, parent }) => `row ${rowid} of ${table} points at no ${parent}`),
  ],
}
