/** Times, as the API shows them. */
import * as Schema from "effect/Schema"

/** `YYYY-MM-DD HH:MM:SS` in America/Sao_Paulo. */
export const TimestampView = Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/u)).annotate({
  description: "`YYYY-MM-DD HH:MM:SS` in America/Sao_Paulo.",
  examples: ["2026-11-21 10:15:00"],
})
