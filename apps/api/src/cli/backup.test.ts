import { NodeServices } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { CliError } from "effect/cli"
import { run } from "./vintem.ts"

describe("vintem backup and restore", () => {
  it.effect.each([[["backup", "--to", ""]], [["restore", "--from", ""]]] as const)(
    "refuses %j as the name of a file",
    ([args]) =>
      Effect.gen(function* () {
        expect(CliError.isCliError(yield* Effect.flip(run(args)))).toBe(true)
      }).pipe(Effect.provide(NodeServices.layer)),
  )
})
