import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { newDatabase } from "./database-under-test.ts"
import { byCard, changed, visa } from "./example-orders.ts"
import { type Answer, adminToken, serviceUnderTest, silence } from "./service-under-test.ts"

const database = await newDatabase()

/** For a company of this name everything goes wrong at the acquirer. */
const service = serviceUnderTest({
  database,
  acquirer: (simulated) => ({
    ...simulated,
    charge: (request) => {
      if (request.receiver.name === "Quebrada") return Effect.die(new Error("broken", { cause: request.means }))
      // Late, so that a second request with the key finds the first at work.
      if (request.receiver.name === "Muda") return Effect.delay(silence, "200 millis")
      return simulated.charge(request)
    },
  }),
})

/** No digits of a hash, a timestamp or an amount in this test stand alone like these. */
const threeDigits = "937"
const fourDigits = "9371"

/** The fate of each card. */
const cards = {
  "4242424242424242": "paid",
  "5555555555554444": "paid",
  "378282246310005": "paid",
  "6362970000457013": "paid",
  "6062826786276634": "paid",
  "4000000000000002": "unpaid",
  "4000000000009995": "unpaid",
  "4000000000009235": "waiting_payment",
  "4000000000000119": "waiting_payment",
  "4000000000000101": "waiting_payment",
  "4000000000000341": "paid",
  "4111111111111111": "paid",
} as const
const numbers = Object.keys(cards)

/** A mistyped digit: no card, and still not ours to store. */
const mistyped = "4242424242424241"

const cardOf = (number: string) => ({ ...visa, number, security: number.length === 15 ? fourDigits : threeDigits })
const single = "/api/v1/order/single"

const answers: Array<Answer> = []

/** Uses cards in every way that requests can, right and wrong. */
const useCards = async () => {
  const company = await service.newCompany()
  const send = async (body: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await company.post(single, body, headers)
    answers.push(answer)
    return answer
  }
  const sendText = async (text: string, headers: Readonly<Record<string, string>> = {}) => {
    answers.push(await service.call("POST", single, { token: company.key, text, headers }))
  }
  for (const [number, status] of Object.entries(cards)) {
    const spaced = number.replace(/(?=(?:.{4})+$)/gu, " ").trim()
    const placed = await send(byCard(cardOf(number)), { "Idempotency-Key": `key of ${number.slice(-4)}` })
    expect(placed.body).toMatchObject({ data: { status }, payment: { card: { last_digits: number.slice(-4) } } })
    await send(byCard(cardOf(spaced)))
    await send(byCard(cardOf(spaced.replaceAll(" ", "-"))), { "Idempotency-Key": `other key of ${number.slice(-4)}` })
    // The key with another card, and again with the first.
    await send(byCard(cardOf(mistyped)), { "Idempotency-Key": `key of ${number.slice(-4)}` })
    await send(byCard({ ...cardOf(number), expiration: "01/2020" }))
    await send(byCard(cardOf(number)), { "Idempotency-Key": `key of ${number.slice(-4)}` })
  }
  const [number = ""] = numbers
  const body = byCard(cardOf(number))
  const text = JSON.stringify(body)
  for (const path of ["customer.fullname", "customer.email", "customer.taxvat", "address.number", "payment.method"]) {
    // A number that was pasted into the wrong field, and is refused there.
    await send(changed(changed(body, path, `${number}\u0000${threeDigits}`), "customer.telephone", number))
  }
  await send(changed(body, "payment.card", number))
  await send(changed(body, "payment.card.security", Number(threeDigits)))
  await send(changed(body, "payment.card.number", Number(number)))
  await send(changed(body, "payment.card.token", number))
  await send(changed(body, "items", [number, threeDigits]))
  await send(changed(body, "unknown", { number, security: threeDigits }))
  await send([body])
  await sendText(text.slice(0, -1))
  await sendText(`${text}}`)
  await sendText(text, { "content-type": "text/plain" })
  await sendText(`${text}${" ".repeat(262_144)}`)
  answers.push(await service.call("POST", single, { token: number, body }))
  answers.push(await service.call("PUT", single, { token: company.key, body }))
  answers.push(await service.call("POST", "/api/v1/unknown", { token: company.key, body }))
  answers.push(await service.administer("POST", "/admin/v1/companies", body))
  answers.push(await service.administer("POST", "/sandbox/v1/orders/1/events", body))

  for (const name of ["Quebrada", "Muda"]) {
    const troubled = await service.newCompany(name)
    const troubling = () => troubled.post(single, body, { "Idempotency-Key": "troubled" })
    answers.push(...(await Promise.all([troubling(), troubling()])), await troubling())
  }
  await withoutKeeping(() => send(body, { "Idempotency-Key": "not kept" }))

  await service.administer("PATCH", `/admin/v1/companies/${company.id}`, { under_moderation: true })
  await send(body, { "Idempotency-Key": "moderated" })
  for (const path of ["/api/v1/order", "/api/v1/order?page=2"]) answers.push(await company.get(path))
}

/** While no fact of an order can be stored. */
const withoutKeeping = async (work: () => Promise<unknown>) => {
  await database.forbidUpdates("orders")
  await work()
  await database.allowUpdates("orders")
}

/** Everything that was written anywhere. */
const written = async () => ({
  stored: await database.contents(),
  log: service.log.join("\n"),
  answers: answers.map(({ text, headers }) => `${text}\n${JSON.stringify([...headers])}`).join("\n"),
})

/** A card number, in any grouping; a security code that stands alone. */
const secretsIn = (text: string) => {
  const found = [...numbers, mistyped].filter((number) => new RegExp([...number].join("[ .-]*"), "u").test(text))
  const codes = [threeDigits, fourDigits].filter((code) =>
    new RegExp(`(?<![0-9A-Za-z._-])${code}(?![0-9A-Za-z._-])`, "u").test(text),
  )
  return [...found, ...codes]
}

describe("card numbers and security codes", () => {
  it("are nowhere once the request is over: neither in the database, nor the log, nor an answer", async () => {
    await useCards()
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].sort()).toEqual([200, 400, 401, 403, 404, 405, 409, 413, 415, 422, 500])
    const { stored, log, answers: told } = await written()
    // The searched text has what it should: the last digits are stored, and the first six.
    for (const number of numbers)
      expect([stored, told].map((text) => text.includes(number.slice(-4)))).toEqual([true, true])
    expect(stored.includes('"firstDigits":"424242"')).toBe(true)
    expect(log.length).toBeGreaterThan(10_000)
    expect({ stored: secretsIn(stored), log: secretsIn(log), answers: secretsIn(told) }).toEqual({
      stored: [],
      log: [],
      answers: [],
    })
  })

  it.each([
    ["plain", '{"number":"4242424242424242"}', ["4242424242424242"]],
    ["in groups", "card 4242 4242 4242 4242 refused", ["4242424242424242"]],
    ["with hyphens", "4242-4242-4242-4242", ["4242424242424242"]],
    ["among digits", "\u00004242424242424242\u0001", ["4242424242424242"]],
    ["mistyped", mistyped, [mistyped]],
    ["as a code", '{"security":"937"}', ["937"]],
    ["as a number", '{"security":937}', ["937"]],
    ["as a code of four", "security=9371", ["9371"]],
    ["as nothing", '{"nsu":"193712345","id":"a937b","last_digits":"4242","ms":0.937}', []],
  ])("would be found %s", (_, text, found) => {
    expect(secretsIn(text)).toEqual(found)
  })

  it("would be found if they were written", async () => {
    const planted = "378282246310005"
    await service.administer("POST", "/admin/v1/companies", { name: `Loja ${planted}` })
    await service.run(Effect.logInfo(`charging ${planted}`))
    expect(secretsIn((await written()).stored)).toEqual([planted])
    expect(secretsIn((await written()).log)).toEqual([planted])
  })
})

describe("API keys and the administration's token", () => {
  it("are neither stored nor in a log line", async () => {
    const company = await service.newCompany()
    await service.call("GET", "/api/v1/order", { token: `${company.key}x` })
    const { stored, log } = await written()
    for (const secret of [company.key, adminToken]) {
      expect([stored.includes(secret), log.includes(secret)]).toEqual([false, false])
    }
  })
})

describe("personal data", () => {
  it("is in no log line", () => {
    for (const personal of [
      "maria@example.com",
      "Maria da Silva",
      "52998224725",
      "529.982.247",
      "987654321",
      "98765-4321",
    ]) {
      expect(service.log.filter((line) => line.includes(personal))).toEqual([])
    }
  })
})
