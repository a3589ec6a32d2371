// An operator's commands to a subscription, and the answers if they are refused.
import { decide } from "@vintem/domain/machine"
import { subscriptionMachine } from "@vintem/domain/subscription"
import { exampleSubscription, replaceCard, retryRenewal, subscriptionCanceled } from "@vintem/testing"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { bodyOf } from "../input/codec.ts"
import { invalid } from "../invalid.ts"
import { subscriberCardBody, subscriptionRefused } from "./subscriber-command.ts"

const decodeSubscriberCard = bodyOf(subscriberCardBody)

const token = "5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11"

describe("subscriberCardBody", () => {
  it("reads a card's token", () => {
    expect(decodeSubscriberCard({ card_token: ` ${token} ` })).toEqual(Result.succeed({ card_token: token }))
  })

  it.each([
    [{}, { card_token: ["The card_token field is required."] }],
    [{ card_token: "" }, { card_token: ["The card_token field is required."] }],
    [{ card_token: "4242" }, { card_token: ["The card_token does not exist."] }],
    [{ card_token: 42 }, { card_token: ["The card_token must be a string."] }],
    [[], { body: ["The body must be an object."] }],
  ])("refuses %j", (body, errors) => {
    const read = decodeSubscriberCard(body)
    expect(Result.isFailure(read) ? invalid(read.failure).response.errors : {}).toEqual(errors)
  })
})

describe("subscriptionRefused", () => {
  it("offers an operator's commands, but not the clock's", () => {
    // On the day of the renewal, when the clock would open it.
    const refused = Result.flip(decide(subscriptionMachine, exampleSubscription(), retryRenewal()))
    expect(invalid(subscriptionRefused(Result.getOrThrow(refused))).response.message).toMatch(
      /^The status is subscriber_active .+ Allowed now: replace the card, cancel\.$/u,
    )
  })

  it("includes the status, the reason, and the commands that are possible", () => {
    const refused = Result.flip(
      decide(subscriptionMachine, exampleSubscription({}, subscriptionCanceled()), replaceCard(2)),
    )
    expect(invalid(subscriptionRefused(Result.getOrThrow(refused))).response.errors).toEqual({
      status: [
        "The status is subscriber_canceled and the subscription cannot be charged to another card, because a canceled " +
          "subscription is not charged and does not come back. Allowed now: nothing.",
      ],
    })
  })
})
