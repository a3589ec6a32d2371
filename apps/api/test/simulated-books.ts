/** The simulated acquirer's books, which it keeps next to the service's data. */
import { Schema } from "effect"
import type { DatabaseUnderTest } from "./database-under-test.ts"

const readBody = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({ order: Schema.optional(Schema.String), state: Schema.optional(Schema.String) }),
  ),
)

/** The states of an order's charges, unsorted. */
export const statesIn = async (
  { query }: DatabaseUnderTest,
  order: string,
): Promise<ReadonlyArray<string | undefined>> =>
  (await query("select body from simulated.charge"))
    .map(({ body }) => readBody(body))
    .filter((entry) => entry.order === order)
    .map(({ state }) => state)
