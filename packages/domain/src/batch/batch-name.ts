/** The name of a batch, also if the request gave none. */
import { saoPauloDate } from "../calendar/sao-paulo.ts"
import type { BatchDetails } from "./batch.ts"

/** The given name, or one made of the day of creation: `Lote 2026-03-02`. */
export const batchName = ({ name, createdAt }: Pick<BatchDetails, "name" | "createdAt">): string =>
  name ?? `Lote ${saoPauloDate(createdAt)}`
