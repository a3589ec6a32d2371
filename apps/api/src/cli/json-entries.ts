/** A JSON array over many lines. Each entry is printed once it is found: there may be very many. */
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
