// The description of each request and its codec agree: the description accepts whatever the codec reads, so the codec
// refuses whatever the description refuses. Every rule that only the codec knows is in the description's words.
import { LocalDate } from "@vintem/domain/calendar"
import { CheckoutSlug } from "@vintem/domain/catalogue"
import { Ajv2020 } from "ajv/dist/2020.js"
import { OpenApi } from "effect/http-api"
import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  AdminApi,
  acceptInvitationBody,
  advanceBody,
  apiKeyBody,
  askResetBody,
  bulkCustomersBody,
  checkoutBody,
  checkoutChangeBody,
  checkoutOrderBody,
  codeBody,
  companyBody,
  companyPagesBody,
  companyPatchBody,
  companyTermsBody,
  confirmSecondFactorBody,
  couponBody,
  couponChangeBody,
  type Fault,
  faultFields,
  invalidBody,
  inviteMemberBody,
  inviteOperatorBody,
  linkContactBody,
  linkPaymentBody,
  memberRoleBody,
  messageOf,
  moderationBody,
  operatorRoleBody,
  orderEventBody,
  orderPaymentBody,
  PanelApi,
  PayerApi,
  PublicApi,
  paymentLinkBody,
  paymentLinkBulkBody,
  paymentLinkChangeBody,
  productBody,
  productChangeBody,
  proofBody,
  type Reader,
  readBody,
  refundBody,
  reminderRuleBody,
  reminderRuleChangeBody,
  removeSecondFactorBody,
  resetBody,
  resolveBody,
  SandboxApi,
  seeInvitationBody,
  sheetMappingBody,
  signInBody,
  singleOrderBody,
  subscriberCardBody,
  webhookBody,
  webhookReplayBody,
} from "../src/index.ts"
import { isBlank, isObject } from "../src/input/codec.ts"

type Json = Readonly<Record<string, unknown>>

/** The facts for any operation: the day, and the names in its path. */
const given = {
  today: LocalDate.make("2026-11-21"),
  needed: ["taxvat"] as const,
  slug: CheckoutSlug.make("curso-violao"),
  code: "NATAL10",
}

const reading =
  <A>(codec: { readonly read: Reader<A, typeof given> }) =>
  (body: unknown): ReadonlyArray<Fault> | undefined => {
    const read = readBody(codec, body, given)
    return Result.isSuccess(read) ? undefined : read.failure.faults
  }

type Codecs = Readonly<Record<string, (body: unknown) => ReadonlyArray<Fault> | undefined>>

/** The operations of administration and panel, under prefixes of their own. */
const backOffice: Codecs = {
  "post /companies/{company}/api-keys": reading(apiKeyBody),
  "post /companies/{company}/orders/{order_number}/refund": reading(refundBody),
  "post /companies/{company}/orders/{order_number}/resolve": reading(resolveBody),
  "post /companies/{company}/products": reading(productBody),
  "put /companies/{company}/products/{product}": reading(productChangeBody),
  "post /companies/{company}/checkouts": reading(checkoutBody),
  "put /companies/{company}/checkouts/{slug}": reading(checkoutChangeBody),
  "post /companies/{company}/coupons": reading(couponBody),
  "put /companies/{company}/coupons/{code}": reading(couponChangeBody),
  "post /companies/{company}/payment-link-rules": reading(reminderRuleBody),
  "put /companies/{company}/payment-link-rules/{token}": reading(reminderRuleChangeBody),
  "put /companies/{company}/subscribers/{token}/card": reading(subscriberCardBody),
  "put /companies/{company}/webhook": reading(webhookBody),
  "post /companies/{company}/webhook-deliveries/replay": reading(webhookReplayBody),
  "post /companies/{company}/payment-links": reading(paymentLinkBody),
  "put /companies/{company}/payment-links/{slug}": reading(paymentLinkChangeBody),
  "post /companies/{company}/payment-link-bulk": reading(paymentLinkBulkBody),
  "post /companies/{company}/payment-link-bulk/{token}/customers": reading(bulkCustomersBody),
}

const under = (prefix: string): Codecs =>
  Object.fromEntries(Object.entries(backOffice).map(([name, read]) => [name.replace(" ", ` ${prefix}`), read]))

/** Every operation with a body, and the codec that reads it. */
const codecs: Codecs = {
  "post /api/v1/order": reading(checkoutOrderBody),
  "post /api/v1/order/single": reading(singleOrderBody),
  "post /api/v1/payment-link": reading(paymentLinkBody),
  "put /api/v1/payment-link/{slug}": reading(paymentLinkChangeBody),
  "post /api/v1/payment-link-bulk": reading(paymentLinkBulkBody),
  "post /api/v1/payment-link-bulk/{token}/customers": reading(bulkCustomersBody),
  "post /public/v1/payment-links/{slug}/checkout": reading(linkContactBody),
  "post /public/v1/payment-links/{slug}/pay": reading(linkPaymentBody),
  "post /public/v1/orders/{public_key}/pay": reading(orderPaymentBody),
  "post /admin/v1/companies": reading(companyBody),
  "patch /admin/v1/companies/{company}": reading(companyPatchBody),
  "post /api/v1/order/{order_number}/refund": reading(refundBody),
  ...under("/admin/v1"),
  ...under("/panel/v1"),
  "post /panel/v1/session": reading(signInBody),
  "post /panel/v1/session/code": reading(codeBody),
  "post /panel/v1/password-reset": reading(askResetBody),
  "post /panel/v1/password-reset/confirm": reading(resetBody),
  "post /panel/v1/invitation": reading(seeInvitationBody),
  "post /panel/v1/invitation/accept": reading(acceptInvitationBody),
  "post /panel/v1/session/proof": reading(proofBody),
  "post /panel/v1/second-factor/confirm": reading(confirmSecondFactorBody),
  "post /panel/v1/second-factor/remove": reading(removeSecondFactorBody),
  "patch /panel/v1/companies/{company}/pages": reading(companyPagesBody),
  "post /panel/v1/companies/{company}/invitations": reading(inviteMemberBody),
  "put /panel/v1/companies/{company}/members/{user}": reading(memberRoleBody),
  "post /panel/v1/companies": reading(companyBody),
  "patch /panel/v1/companies/{company}": reading(companyTermsBody),
  "put /panel/v1/companies/{company}/moderation": reading(moderationBody),
  "put /panel/v1/companies/{company}/sheet-mappings": reading(sheetMappingBody),
  "post /panel/v1/invitations": reading(inviteOperatorBody),
  "put /panel/v1/operators/{user}": reading(operatorRoleBody),
  "post /sandbox/v1/orders/{order_number}/events": reading(orderEventBody),
  "post /sandbox/v1/clock/advance": reading(advanceBody),
  "post /panel/v1/companies/{company}/sandbox/orders/{order_number}/events": reading(orderEventBody),
  "post /panel/v1/companies/{company}/sandbox/clock/advance": reading(advanceBody),
}

const at = (value: unknown, ...keys: ReadonlyArray<string>): unknown =>
  keys.reduce((node, key) => (isObject(node) ? node[key] : undefined), value)

const fieldsOf = (value: unknown): Json => (isObject(value) ? value : {})

/** Each operation with a body, from its description. */
const operations = [
  OpenApi.fromApi(PublicApi),
  OpenApi.fromApi(PayerApi),
  OpenApi.fromApi(AdminApi),
  OpenApi.fromApi(PanelApi),
  OpenApi.fromApi(SandboxApi),
].flatMap((made) => {
  const spec: unknown = JSON.parse(JSON.stringify(made))
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: "api", ...fieldsOf(spec) })
  const components = fieldsOf(at(spec, "components", "schemas"))
  return Object.entries(fieldsOf(at(spec, "paths"))).flatMap(([path, methods]) =>
    Object.entries(fieldsOf(methods)).flatMap(([method, operation]) => {
      const media = at(operation, "requestBody", "content", "application/json")
      if (media === undefined) return []
      const pointer = `api#/paths/${path.replaceAll("~", "~0").replaceAll("/", "~1")}/${method}/requestBody/content/application~1json/schema`
      const schema = resolved(at(media, "schema"), components)
      return [
        {
          name: `${method} ${path}`,
          introduction: String(at(spec, "info", "description")),
          schema,
          components,
          examples: [at(media, "example"), ...listOf(at(schema, "examples"))],
          accepts: ajv.compile({ $ref: pointer }),
        },
      ]
    }),
  )
})

function listOf(value: unknown): ReadonlyArray<unknown> {
  return Array.isArray(value) ? value : []
}

function resolved(schema: unknown, components: Json): unknown {
  const reference = at(schema, "$ref")
  return typeof reference === "string"
    ? resolved(components[reference.slice(reference.lastIndexOf("/") + 1)], components)
    : schema
}

/**
 * A body by the introduction's rules: space around texts is dropped, and a field that is blank or null counts as
 * missing. A field that is `null` to clear it could be kept; leaving it out makes no difference for the description.
 */
const counted = (value: unknown): unknown => {
  if (typeof value === "string") return value.trim()
  if (Array.isArray(value)) return value.map(counted)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (isBlank(one) ? [] : [[name, counted(one)] as const])),
  )
}

const without = (value: unknown, names: ReadonlyArray<string>): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))) : value

/** The fields that a payment's method ignores: "ignored otherwise". */
const ignoredBy: Readonly<Record<string, ReadonlyArray<string>>> = {
  pix: ["installments", "card"],
  bank_slip: ["installments", "card"],
  credit: ["expiration"],
}

/** A body without the parts that the description calls ignored, or leaves to another side. */
const looked = (body: unknown, name: string): unknown => {
  if (!isObject(body)) return body
  const { payment, customers } = body
  const method = String(at(payment, "method"))
  const dueAnyway = name === "post /api/v1/order" && method === "bank_slip" ? ["expiration"] : []
  return {
    ...body,
    ...(payment === undefined ? {} : { payment: without(payment, [...(ignoredBy[method] ?? []), ...dueAnyway]) }),
    // "One that is not valid is left to the payer."
    ...(Array.isArray(customers) ? { customers: customers.map((one) => without(one, ["cep"])) } : {}),
  }
}

/** Words that are valid somewhere, limits and values beyond them, and other values. */
const values = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom<unknown>(
      null,
      "",
      " ",
      0,
      1,
      -1,
      2,
      12,
      13,
      1.5,
      0.001,
      99.999,
      1e11,
      100_000_000_000,
      9_007_199_254_740_992,
      true,
      false,
      "0",
      "1",
      " 1 ",
      "1.5",
      "-1",
      "12345678901234567890",
      "true",
      "x",
      " x ",
      "é".repeat(141),
      "a".repeat(256),
      "a".repeat(2_049),
      "a\u0007b",
      `a${"\u0301".repeat(31)}`,
      [],
      {},
      [null],
      [{}],
      ["paid"],
      Array.from({ length: 101 }, () => ({})),
      "52998224725",
      "52998224724",
      "11222333000181",
      "maria@example.com",
      "@",
      "11987654321",
      "0198765",
      "01310-100",
      "00000-000",
      "SP",
      "XX",
      "BR",
      "credit",
      "pix",
      " pix ",
      "bank_slip",
      "4242424242424242",
      "4242424242424241",
      "123",
      "12",
      "01/2020",
      "13/2030",
      "12/2039",
      "2026-12-31",
      "2026-02-30",
      "2026-11-21 10:00:00",
      "2020-01-01T00:00:00Z",
      "https://loja.example.com/x",
      "https://eu:senha@loja.example.com/",
      "ftp://a.b",
      "https://loja.example.com",
      "#1f6f54",
      "#12",
      "none",
      "interest",
      "en",
      "links",
      "paid",
      "email",
      "month",
      "day",
      "5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11",
      "curso-violao",
      "NATAL10",
      "a b",
      "%",
    ),
  },
  { weight: 1, arbitrary: fc.integer({ min: -400, max: 400 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
)

/** The dotted paths of a body, and of described fields that it lacks. */
const pathsIn = (body: unknown, schema: unknown, components: Json): ReadonlyArray<ReadonlyArray<string>> => {
  const known = resolved(schema, components)
  const variants = [known, ...listOf(at(known, "anyOf")).map((one) => resolved(one, components))]
  if (Array.isArray(body)) {
    const items = variants.map((one) => at(one, "items")).find((one) => one !== undefined)
    return [
      [],
      ...body.flatMap((one, index) => pathsIn(one, items, components).map((path) => [String(index), ...path])),
    ]
  }
  if (!isObject(body)) return [[]]
  const described = Object.assign({}, ...variants.map((one) => fieldsOf(at(one, "properties"))))
  return [
    [],
    ...[...new Set([...Object.keys(body), ...Object.keys(described)])].flatMap((name) =>
      pathsIn(body[name], described[name], components).map((path) => [name, ...path]),
    ),
  ]
}

const replaced = (body: unknown, [name, ...rest]: ReadonlyArray<string>, value: unknown): unknown => {
  if (name === undefined) return value
  if (Array.isArray(body)) return body.map((one, index) => (String(index) === name ? replaced(one, rest, value) : one))
  const fields = fieldsOf(body)
  return { ...fields, [name]: replaced(fields[name], rest, value) }
}

/** Nearly valid bodies: an example with up to four values replaced. */
const bodiesOf = ({ examples, schema, components }: (typeof operations)[number]) =>
  fc
    .tuple(fc.constantFrom(...examples), fc.array(fc.tuple(fc.nat(), values), { maxLength: 4 }))
    .map(([example, changes]) =>
      changes.reduce<unknown>((body, [pick, value]) => {
        const paths = pathsIn(body, schema, components)
        return replaced(body, paths[pick % paths.length] ?? [], value)
      }, example),
    )

/**
 * How a rule that only the codec knows has to be described: in the field's words, in those of an object around it, or
 * in the introduction.
 */
const words: ReadonlyArray<readonly [predicate: RegExp, words: (match: ReadonlyArray<string>) => RegExp]> = [
  [
    /^field is required\.$/u,
    () => /required|for customers without an amount|either `percent` or `amount`|counts as absent/iu,
  ],
  [/^must be an integer\.|^must be a string or an integer/u, () => /at most 9007199254740991/u],
  [/^must be a string\./u, () => /token is given/u],
  [/^must be a date as/u, () => /YYYY-MM-DD/u],
  [/^must be the title of a column/u, () => /no `@` and no five digits in a row/u],
  [/^must be a valid CPF or CNPJ/u, () => /CPF or CNPJ.*check digit/u],
  [/^must be a valid e-mail/u, () => /e-mail address/iu],
  [/^must be a Brazilian telephone/u, () => /area code/iu],
  [/^must be a valid postal code/u, () => /eight digits|postal code/iu],
  [/^must be the abbreviation/u, () => /abbreviation of the state/iu],
  [/^must be a country code/u, () => /two letters/iu],
  [/^must be a valid card number/u, () => /check digit/u],
  [/^must be a month as/u, () => /MM\/YYYY/u],
  [/^must not be in the past/u, () => /through the last day/u],
  [/^may only contain letters and spaces|^must contain a letter/u, () => /letters and spaces/iu],
  [/^must have [\d or]+ digits/u, () => /3 digits/u],
  [/^may not be longer than (\d+) /u, ([, max]) => new RegExp(String.raw`\b${max}\b`, "u")],
  [/^must have at least 2 char/u, () => /2 to 140/u],
  [/control characters|combining marks/u, () => /control characters.*combining marks/u],
  [
    /^must be between (-?\d+(?:\.\d+)?) and (\d+(?:\.\d+)?)\.$/u,
    ([, min, max]) => new RegExp(`${min}\\D.*${max}|at most.*${max}|${max} of`, "u"),
  ],
  [/^must be at least 0\.01/u, () => /0\.01/u],
  [/^must be at least 0\.00/u, () => /zero or more|0\.00 to/u],
  [/^must be at least -/u, () => /below 100000000000\.00/u],
  [/two decimals/u, () => /two decimals/u],
  [/^may not be more than [\d.]+\.$|^must be below/u, () => /below 100000000000\.00|0\.01 to 100/u],
  [/^must be a(?:n)? .*URL|^must be an http/u, () => /http or https URL of at most 2048/u],
  [/user or a password/u, () => /without user or password/u],
  [/^must be a site/u, () => /scheme and host, without a path/u],
  [/^must be a color/u, () => /`#` and 3 or 6 digits/u],
  [
    /^does not exist/u,
    () => /existing|of the company|by its token|saved card|of the subscriber|earlier order|reminder rule/iu,
  ],
  [
    /^may not be (?:pix|credit|bank_slip) for more/u,
    () => /a bank slip at most|at most .* by bank slip|Pix.*at most/iu,
  ],
  [/^may not be more than the number of centavos in the total/u, () => /one centavo an installment/u],
  [/^must add up to at least/u, () => /at least 0\.01 after the discount/u],
  [/^may not add up to|^may not bring the amount|^may not come to/u, () => /below 100000000000\.00/u],
  [/^may not be false if/u, () => /at least one must be enabled/iu],
  [/^may not be given together/u, () => /May not be given together/u],
  [/^may not be before from/u, () => /not before `from`/u],
  [/^may not be changed/u, () => /The (?:slug|code) stays/u],
  [/^must ascend/u, () => /ascending order; the last reaches 12/u],
  [/^repeats an earlier one/u, () => /at most one per day and channel|no two with the same field/u],
  [/^must have 1 to \d+ letters/u, () => /letters, digits, hyphens and underscores/u],
  [/^may have letters, digits and/u, () => /letters, digits and/u],
  [
    /^must have at least 1 |^may not have more than \d+ (?:item|customer|column)/u,
    () => /1 to \d+|the last reaches 12/u,
  ],
  [/^must be a list of one or several/u, () => /Any of these kinds/u],
]

/** The descriptions along a fault's path, from the introduction to the field. */
const toldAt = ({ introduction, schema, components }: (typeof operations)[number], path: string): string => {
  const told = [introduction]
  let nodes: ReadonlyArray<unknown> = [schema]
  const visit = () => {
    nodes = nodes.flatMap((one) => {
      const node = resolved(one, components)
      return [node, ...listOf(at(node, "anyOf")).map((variant) => resolved(variant, components))]
    })
    told.push(...nodes.map((node) => String(at(node, "description") ?? "")))
  }
  visit()
  for (const segment of path.split(".")) {
    nodes = nodes.flatMap((node) => [/^\d+$/u.test(segment) ? at(node, "items") : at(node, "properties", segment)])
    nodes = nodes.filter((node) => node !== undefined)
    visit()
  }
  return told.join(" ")
}

describe("the codecs", () => {
  it("cover all operations that are described with a body", () => {
    expect(operations.map(({ name }) => name).toSorted()).toEqual(Object.keys(codecs).toSorted())
  })
})

describe.each(operations)("$name", (operation) => {
  const read = codecs[operation.name] ?? (() => undefined)
  const seen = { accepted: 0, refused: 0 }

  it("law: the description accepts whatever the codec reads", () => {
    fc.assert(
      fc.property(bodiesOf(operation), (body) => {
        if (read(body) !== undefined) {
          seen.refused += 1
          return
        }
        seen.accepted += 1
        const described = looked(counted(body), operation.name)
        expect([operation.accepts(described), operation.accepts.errors]).toEqual([true, null])
      }),
      { numRuns: 400 },
    )
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(10)
  })

  it("law: a rule that only the codec knows is in the description's words", () => {
    fc.assert(
      fc.property(bodiesOf(operation), (body) => {
        if (!operation.accepts(body)) return
        for (const fault of read(body) ?? []) {
          const { path } = fault
          const predicate = messageOf(fault).slice(`The ${path} `.length)
          const rule = words.find(([pattern]) => pattern.test(predicate))
          const asked = rule?.[1](rule[0].exec(predicate) ?? neverMatched).source ?? "a row in the table of words"
          const told = toldAt(operation, path)
          const isTold = rule !== undefined && new RegExp(asked, "iu").test(told)
          expect({ path, predicate, asked, isTold, told: isTold ? "" : told }).toEqual({
            path,
            predicate,
            asked,
            isTold: true,
            told: "",
          })
        }
      }),
      { numRuns: 400 },
    )
  })

  it("law: a refusal has a code for each sentence, with its documented fields", () => {
    fc.assert(
      fc.property(bodiesOf(operation), (body) => {
        const [first, ...rest] = read(body) ?? []
        if (first === undefined) return
        const { codes, errors } = invalidBody({ faults: [first, ...rest] }).response
        expect(lengthsOf(codes)).toEqual(lengthsOf(errors))
        for (const { code, ...fields } of Object.values(codes).flat())
          expect([code, Object.keys(fields).toSorted()]).toEqual([code, Object.keys(faultFields[code]).toSorted()])
      }),
      { numRuns: 200 },
    )
  })
})

/** How many there are for each path, in order. */
const lengthsOf = (lists: Readonly<Record<string, ReadonlyArray<unknown>>>) =>
  Object.entries(lists).map(([path, { length }]) => [path, length])

const neverMatched = /^$/u.exec("") ?? [""]
