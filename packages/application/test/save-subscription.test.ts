import { exampleSubscription, renewalFailed, renewalOpened, subscriptionCanceled } from "@vintem/testing"
import { describe, expect, it } from "vitest"
import { nameOfTimerJob, workNeededBySubscription } from "../src/reactions/save-subscription.ts"

describe("the work that a subscription needs", () => {
  const active = exampleSubscription()
  const job = [nameOfTimerJob(active)]

  it.each([
    ["to be renewed", active, job],
    [
      "to be tried again or ended, where a renewal has failed",
      exampleSubscription({}, renewalOpened(), renewalFailed()),
      job,
    ],
    ["none while a card is being charged", exampleSubscription({}, renewalOpened()), []],
    ["none that it cannot do without, while a Pix is open", exampleSubscription({ means: "pix" }, renewalOpened()), []],
    ["none once it has ended", exampleSubscription({}, subscriptionCanceled()), []],
  ])("is %s", (_, subscription, needed) => {
    expect(workNeededBySubscription(subscription)).toEqual(needed)
  })
})
