/**
 * The pages on batches.
 */

import { refusalsPage } from "../machine/refusals-page.ts"
import { statusesPage } from "../machine/statuses-page.ts"
import { transitionsPage } from "../machine/transitions-page.ts"
import { markdownTable } from "../markdown.ts"
import type { ReferencePage } from "../page.ts"
import { batchReference } from "./batch-reference.ts"

const counts = `## The counts the rules go by

Items are claimed and done in the order of their positions, so that three counts say of each item where it stands.

${markdownTable(
  ["position", "the item"],
  [
    ["up to `processed`", "is done: its link is made, or it failed for good, which `failed` counts"],
    ["from there up to `claimed`", "is in flight: a worker was given it"],
    ["from there up to `total`", "waits"],
  ],
)}`

export const batchPages = (): ReadonlyArray<ReferencePage> => [
  statusesPage(batchReference, { intro: "It follows from how far the batch has come.", more: counts }),
  transitionsPage(batchReference),
  refusalsPage(batchReference, {
    about:
      "A refused command writes nothing. Where several reasons hold, the first of this list is told. With it come the status and what could be\ndone instead. Canceling a canceled batch is not refused: it does nothing.",
  }),
]
