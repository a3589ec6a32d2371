/** A company of the service from the view of its HTTP clients. */
import { ClockView, NewApiKeyView } from "@vintem/contract"
import { Schema } from "effect"
import type { ServiceProcess } from "./service-process.ts"

export interface Shop {
  /** The bearer of the company's requests. */
  readonly key: string
  /** The service's address, once it listens. */
  readonly base: () => Promise<string>
  /**
   * Makes an object of the company in the administration, before the load begins. Fails if it is refused.
   *
   * @param path - below the company, such as `/products`
   * @param shape - of the answer's `data`
   * @param method - `POST` if absent
   */
  readonly setUp: <A>(path: string, body: object, shape: Schema.Decoder<A>, method?: "POST" | "PUT") => Promise<A>
  /**
   * Moves the sandbox's clock forward, which runs all work that falls due on the way.
   *
   * @returns the service's time afterwards, epoch milliseconds
   */
  readonly turnClock: (seconds: number) => Promise<number>
}

/** Makes a company and its key. */
export const openShop = async ({ adminToken, base }: Pick<ServiceProcess, "adminToken" | "base">): Promise<Shop> => {
  const administer = async (path: string, body: object, method = "POST"): Promise<string> => {
    const response = await fetch(`${await base()}${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${text}`)
    return text
  }

  const companies = "/admin/v1/companies"
  const company = readJson(Created, await administer(companies, { name: "Loja Exemplo" }))
  const own = `${companies}/${company.data.id}`
  const { data } = readJson(CreatedKey, await administer(`${own}/api-keys`, { name: "crash" }))
  return {
    key: data.key,
    base,
    setUp: async (path, body, shape, method) =>
      readJson(Schema.Struct({ data: shape }), await administer(`${own}${path}`, body, method)).data,
    turnClock: async (seconds) =>
      Date.parse(readJson(ClockView, await administer("/sandbox/v1/clock/advance", { seconds })).data.now),
  }
}

const readJson = <A>(shape: Schema.Decoder<A>, text: string): A => Schema.decodeSync(Schema.fromJsonString(shape))(text)

const Created = Schema.Struct({ data: Schema.Struct({ id: Schema.Int }) })
const CreatedKey = Schema.Struct({ data: NewApiKeyView })
