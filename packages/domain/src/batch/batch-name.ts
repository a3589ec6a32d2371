/**
 * The name of a batch that was given none.
 */
import { saoPauloDate } from "../calendar/sao-paulo.ts"
import type { BatchDetails } from "./batch.ts"

/** The name that was given, or the day on which the batch was created: `Lote 2026-03-02`. */
export const batchName = ({ name, createdAt }: Pick<BatchDetails, "name" | "createdAt">): string =>
  name ?? `Lote ${saoPauloDate(createdAt)}`
