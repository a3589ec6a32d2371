// The id of a notification. Receivers recognise a repeated notification by it.
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { OrderNumber } from "../identifiers/index.ts"
import { placeOfEvent, WebhookEventId, webhookEventId } from "./webhook-delivery.ts"

describe("the id of a notification", () => {
  it("is the number of the order and the sequence number of the notification", () => {
    expect(webhookEventId(OrderNumber.make("1M7YJD5YY14CE9K"), 12)).toBe("evt_1M7YJD5YY14CE9K_12")
    const place = { order: OrderNumber.make("1M7YJD5YY14CE9K"), sequence: 12 }
    expect(placeOfEvent(WebhookEventId.make("evt_1M7YJD5YY14CE9K_12"))).toEqual(place)
  })

  it.each([0, -1, 1.5, 10_000_000_000])("cannot have sequence number %s", (sequence) => {
    expect(() => webhookEventId(OrderNumber.make("1M7YJD5YY14CE9K"), sequence)).toThrow()
  })

  it.each(["evt_1M7YJD5YY14CE9K", "evt__1", "1M7YJD5YY14CE9K_1", "evt_1M7YJD5YY14CE9K_01", " evt_1_1", "evt_1_1 "])(
    "cannot be %j",
    (text) => {
      expect(Schema.is(WebhookEventId)(text)).toBe(false)
    },
  )
})
