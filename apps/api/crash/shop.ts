/**
 * A company of the service, as those see it who use it over HTTP.
 */
import { ClockView, NewApiKeyView } from "@vintem/contract"
import { Schema } from "effect"
import type { ServiceProcess } from "./service-process.ts"

export interface Shop {
  /** The bearer of the company's requests. */
  readonly key: string
  /** Where the service listens, as soon as it does. */
  readonly base: () => Promise<string>
  /**
   * Turns the sandbox's clock forward, which does all work that falls due on the way.
   *
   * @returns the service's time afterwards, epoch milliseconds
   */
  readonly turnClock: (seconds: number) => Promise<number>
}

/** Makes a company and its key. */
export const openShop = async ({ adminToken, base }: ServiceProcess): Promise<Shop> => {
  const administer = async <A>(shape: Schema.Decoder<A>, path: string, body: object): Promise<A> => {
    const response = await fetch(`${await base()}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${text}`)
    return Schema.decodeSync(Schema.fromJsonString(shape))(text)
  }

  const companies = "/admin/v1/companies"
  const company = await administer(Created, companies, { name: "Loja Exemplo" })
  const { data } = await administer(CreatedKey, `${companies}/${company.data.id}/api-keys`, { name: "crash" })
  return {
    key: data.key,
    base,
    turnClock: async (seconds) =>
      Date.parse((await administer(ClockView, "/sandbox/v1/clock/advance", { seconds })).data.now),
  }
}

const Created = Schema.Struct({ data: Schema.Struct({ id: Schema.Int }) })
const CreatedKey = Schema.Struct({ data: NewApiKeyView })
