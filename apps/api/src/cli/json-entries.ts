/**
 * A JSON array over many lines: each entry is printed as it is found, for there may be very many.
 */
import { Console, Effect } from "effect"

/** Prints one entry after another, with a comma before each but the first. */
export const jsonEntryPrinter = (): ((entry: unknown) => Effect.Effect<void>) => {
  let comma = ""
  return (entry) =>
    Effect.suspend(() => {
      const line = `${comma}${JSON.stringify(entry)}`
      comma = ","
      return Console.log(line)
    })
}
