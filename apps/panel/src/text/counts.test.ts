// The panel's texts for one, and for several.
import { describe, expect, it } from "vitest"
import { brazilianPortuguese as portugueseOfBatches } from "./batches/brazilian-portuguese.ts"
import { english as englishOfBatches } from "./batches/english.ts"
import type { BatchWords } from "./batches/words.ts"
import { brazilianPortuguese } from "./brazilian-portuguese.ts"
import { english } from "./english.ts"
import type { Words } from "./words.ts"

const said = (
  { account, batch, failures, overview }: Words,
  { paste }: BatchWords,
  count: number,
): ReadonlyArray<string> => [
  failures.wait(count),
  overview.orders(count),
  overview.subscriptions(count),
  overview.disputes(count),
  paste.read(count, 0),
  paste.read(count, count),
  batch.send(count),
  account.isOn(count),
]

describe("a count", () => {
  it("of one and of several has its words in Portuguese", () => {
    expect(said(brazilianPortuguese, portugueseOfBatches, 1)).toEqual([
      "Muitas tentativas. Espere 1 segundo.",
      "1 pedido",
      "assinatura",
      "1 contestação",
      "1 linha lida, sem erros.",
      "1 linha lida, 1 para corrigir.",
      "Criar 1 link",
      "Ativada. Resta 1 código de recuperação.",
    ])
    expect(said(brazilianPortuguese, portugueseOfBatches, 2)).toEqual([
      "Muitas tentativas. Espere 2 segundos.",
      "2 pedidos",
      "assinaturas",
      "2 contestações",
      "2 linhas lidas, sem erros.",
      "2 linhas lidas, 2 para corrigir.",
      "Criar 2 links",
      "Ativada. Restam 2 códigos de recuperação.",
    ])
  })

  it("of one and of several has its words in English", () => {
    expect(said(english, englishOfBatches, 1)).toEqual([
      "Too many attempts. Wait 1 second.",
      "1 order",
      "subscription",
      "1 dispute",
      "1 row read, all right.",
      "1 row read, 1 to correct.",
      "Create 1 link",
      "On. 1 recovery code left.",
    ])
    expect(said(english, englishOfBatches, 2)).toEqual([
      "Too many attempts. Wait 2 seconds.",
      "2 orders",
      "subscriptions",
      "2 disputes",
      "2 rows read, all right.",
      "2 rows read, 2 to correct.",
      "Create 2 links",
      "On. 2 recovery codes left.",
    ])
  })

  it("of no link has no number", () => {
    expect([brazilianPortuguese.batch.send(0), english.batch.send(0)]).toEqual(["Criar links", "Create links"])
  })
})
