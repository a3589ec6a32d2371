/** `--page`: the page of a list to print. */
import { PageNumber } from "@vintem/domain/ports"
import { Effect, Schema } from "effect"
import { Flag } from "effect/cli"
import { Refused } from "../failures/outcome.ts"
import { wholeNumberFlag } from "./whole-number.ts"

export const pageFlag = wholeNumberFlag("page").pipe(
  Flag.withDescription("Page of the list, from 1"),
  Flag.withDefault(1),
)

const isPage = Schema.is(PageNumber)

/** The value of `--page`; 0 is refused. */
export const pageGiven = (page: number): Effect.Effect<PageNumber, Refused> =>
  isPage(page) ? Effect.succeed(page) : Effect.fail(new Refused({ message: "--page counts from 1." }))
