/**
 * The books of an institution that speaks API Pix 2.9.0, and its rules: its answers to each request, and its own
 * actions.
 *
 * It is as strict as an institution may be. It rewrites an active charge that is requested twice (bacen/pix-api, issue
 * 305), and records that. It refuses a refund's id that it already has (error list of the API). It takes payments of
 * removed charges (issue 324).
 */
import { randomBytes } from "node:crypto"
import { encodeDynamicCode, PixLocation } from "@vintem/domain/pix"
import * as Result from "effect/Result"

/** The kind of errors it answers with. */
export type Dialect = "standard" | "efi"

export interface LedgerOptions {
  readonly dialect: Dialect
  readonly pixKey: string
  /** Epoch milliseconds, by its own clock. */
  readonly now: () => number
  /** True if its answers have the copy-and-paste code. */
  readonly writesCode: boolean
}

export interface Answer {
  readonly status: number
  readonly body: object
}

export interface LedgerRefund {
  readonly id: string
  readonly rtrId: string
  readonly cents: number
  readonly nature: string
  readonly askedAt: number
  state: "EM_PROCESSAMENTO" | "DEVOLVIDO" | "NAO_REALIZADO"
}

export interface LedgerPayment {
  readonly endToEndId: string
  readonly cents: number
  readonly at: number
  readonly refunds: Array<LedgerRefund>
}

export interface LedgerCharge {
  readonly kind: "cob" | "cobv"
  readonly txid: string
  readonly madeAt: number
  readonly location: string
  readonly number: number
  request: ChargeRequest
  revision: number
  status: "ATIVA" | "CONCLUIDA" | "REMOVIDA_PELO_USUARIO_RECEBEDOR" | "REMOVIDA_PELO_PSP"
  readonly payments: Array<LedgerPayment>
}

interface ChargeRequest {
  readonly calendario: {
    readonly expiracao?: number
    readonly dataDeVencimento?: string
    readonly validadeAposVencimento?: number
  }
  readonly devedor?: Readonly<Record<string, string>>
  readonly valor: { readonly original: string }
  readonly chave: string
  readonly infoAdicionais?: ReadonlyArray<object>
}

/** The two dialects' names for an error. */
type ErrorName =
  | "no_charge"
  | "no_payment"
  | "no_refund"
  | "taken"
  | "not_active"
  | "refund_id"
  | "refund_sum"
  | "schema"
  | "key"

export class Ledger {
  readonly charges = new Map<string, LedgerCharge>()
  /** Keys of active charges that a second PUT has rewritten. */
  readonly rewritten: Array<string> = []
  /** True while refunds do not show yet. */
  hidesRefunds = false
  readonly #options: LedgerOptions

  constructor(options: LedgerOptions) {
    this.#options = options
  }

  /** @param body - JSON, if there was any */
  answer(method: string, path: string, query: URLSearchParams, body: unknown): Answer {
    const [resource = "", name = "", below, id] = path.split("/").filter((part) => part !== "")
    if (resource === "cob" || resource === "cobv") {
      if (method === "GET" && name === "") return this.#list(resource, query)
      if (method === "PUT") return this.#put(resource, name, body)
      if (method === "PATCH") return this.#remove(resource, name, body)
      if (method === "GET") return this.#show(resource, name)
    }
    if (resource === "pix" && below === "devolucao" && id !== undefined) {
      return method === "PUT" ? this.#giveBack(resource, name, id, body) : this.#showRefund(resource, name, id)
    }
    return this.#error("cob", "schema")
  }

  /** The payer pays, even a removed charge: the payment may have been on its way. */
  pay(txid: string, cents?: number): LedgerPayment {
    const charge = this.#charge(txid)
    const at = this.#options.now()
    const payment: LedgerPayment = {
      endToEndId: `E12345678${compactTime(at)}${letters(11)}`,
      cents: cents ?? centsOf(charge.request.valor.original),
      at,
      refunds: [],
    }
    charge.payments.push(payment)
    if (charge.status === "ATIVA") charge.status = "CONCLUIDA"
    return payment
  }

  /** The special return mechanism takes money back. */
  dispute(txid: string, cents: number): LedgerRefund {
    const [payment] = this.#charge(txid).payments
    if (payment === undefined) throw new Error("Only a payment is disputed")
    const refund = this.#newRefund(letters(20), cents, "MED_FRAUDE")
    refund.state = "DEVOLVIDO"
    payment.refunds.push(refund)
    return refund
  }

  /** Ends every pending refund. */
  settle(state: "DEVOLVIDO" | "NAO_REALIZADO" = "DEVOLVIDO"): void {
    for (const { payments } of this.charges.values()) {
      for (const refund of payments.flatMap(({ refunds }) => refunds)) {
        if (refund.state === "EM_PROCESSAMENTO") refund.state = state
      }
    }
  }

  /** A notification about each payment in its current state. */
  notifications(): ReadonlyArray<object> {
    return [...this.charges.values()].flatMap((charge) =>
      charge.payments.map((payment) => ({ pix: [this.#payment(charge, payment)] })),
    )
  }

  #put(kind: "cob" | "cobv", txid: string, body: unknown): Answer {
    if (!/^[a-zA-Z0-9]{26,35}$/u.test(txid) || !isChargeRequest(kind, body)) return this.#error(kind, "schema")
    if (body.chave !== this.#options.pixKey) return this.#error(kind, "key")
    const known = this.charges.get(txid)
    if (known !== undefined) {
      if (known.kind !== kind || known.status !== "ATIVA" || this.#options.dialect === "efi") {
        return this.#error(kind, "taken")
      }
      this.rewritten.push(txid)
      known.request = body
      known.revision += 1
      return { status: 201, body: this.#charged(known, false) }
    }
    const number = this.charges.size + 1
    const charge: LedgerCharge = {
      kind,
      txid,
      number,
      madeAt: this.#options.now(),
      location: `pix.example.com/qr/v2/${kind}/${letters(24)}`,
      request: body,
      revision: 0,
      status: "ATIVA",
      payments: [],
    }
    this.charges.set(txid, charge)
    return { status: 201, body: this.#charged(charge, false) }
  }

  #remove(kind: "cob" | "cobv", txid: string, body: unknown): Answer {
    const charge = this.#found(kind, txid)
    if (charge === undefined) return this.#error(kind, "no_charge")
    if (JSON.stringify(body) !== JSON.stringify({ status: "REMOVIDA_PELO_USUARIO_RECEBEDOR" })) {
      return this.#error(kind, "schema")
    }
    if (charge.status !== "ATIVA") return this.#error(kind, "not_active")
    charge.status = "REMOVIDA_PELO_USUARIO_RECEBEDOR"
    charge.revision += 1
    return { status: 200, body: this.#charged(charge, false) }
  }

  #show(kind: "cob" | "cobv", txid: string): Answer {
    const charge = this.#found(kind, txid)
    return charge === undefined ? this.#error(kind, "no_charge") : { status: 200, body: this.#charged(charge, true) }
  }

  #list(kind: "cob" | "cobv", query: URLSearchParams): Answer {
    const from = Date.parse(query.get("inicio") ?? "")
    const until = Date.parse(query.get("fim") ?? "")
    const page = Number(query.get("paginacao.paginaAtual") ?? 0)
    const size = Number(query.get("paginacao.itensPorPagina") ?? 100)
    if (!(from <= until) || !(size >= 1 && size <= 1_000)) return this.#error(kind, "schema")
    const all = [...this.charges.values()].filter(
      (charge) => charge.kind === kind && charge.madeAt >= from && charge.madeAt <= until,
    )
    // The API promises no order: here the latest comes first.
    const shown = all.toReversed().slice(page * size, (page + 1) * size)
    return {
      status: 200,
      body: {
        parametros: {
          inicio: timeText(from),
          fim: timeText(until),
          paginacao: {
            paginaAtual: page,
            itensPorPagina: size,
            quantidadeDePaginas: Math.max(1, Math.ceil(all.length / size)),
            quantidadeTotalDeItens: all.length,
          },
        },
        cobs: shown.map((charge) => this.#charged(charge, true)),
      },
    }
  }

  #giveBack(kind: "pix", endToEndId: string, id: string, body: unknown): Answer {
    const payment = this.#paymentOf(endToEndId)
    if (payment === undefined) return this.#error(kind, "no_payment")
    if (!isRefundRequest(body)) return this.#error(kind, "refund_sum")
    if (payment.refunds.some((refund) => refund.id === id)) return this.#error(kind, "refund_id")
    const gone = payment.refunds
      .filter(({ state }) => state !== "NAO_REALIZADO")
      .reduce((sum, { cents }) => sum + cents, 0)
    const cents = centsOf(body.valor)
    if (gone + cents > payment.cents || this.#options.now() - payment.at > returnMillis) {
      return this.#error(kind, "refund_sum")
    }
    const refund = this.#newRefund(id, cents, "ORIGINAL")
    payment.refunds.push(refund)
    return { status: 201, body: refundBody(refund) }
  }

  #showRefund(kind: "pix", endToEndId: string, id: string): Answer {
    const refund = this.#paymentOf(endToEndId)?.refunds.find((one) => one.id === id)
    return refund === undefined || this.hidesRefunds
      ? this.#error(kind, "no_refund")
      : { status: 200, body: refundBody(refund) }
  }

  #newRefund(id: string, cents: number, nature: string): LedgerRefund {
    const askedAt = this.#options.now()
    const rtrId = `D12345678${compactTime(askedAt)}${letters(11)}`
    return { id, rtrId, cents, nature, askedAt, state: "EM_PROCESSAMENTO" }
  }

  #charge(txid: string): LedgerCharge {
    const charge = this.charges.get(txid)
    if (charge === undefined) throw new Error(`There is no charge ${txid}`)
    return charge
  }

  #found(kind: "cob" | "cobv", txid: string): LedgerCharge | undefined {
    const charge = this.charges.get(txid)
    return charge?.kind === kind ? charge : undefined
  }

  #paymentOf(endToEndId: string): LedgerPayment | undefined {
    return [...this.charges.values()]
      .flatMap(({ payments }) => payments)
      .find((payment) => payment.endToEndId === endToEndId)
  }

  /** @param isWhole - with payments, which only a lookup shows */
  #charged(charge: LedgerCharge, isWhole: boolean): object {
    const { kind, txid, madeAt, location, request, revision, status, payments, number } = charge
    const { expiracao } = request.calendario
    const isEfi = this.#options.dialect === "efi"
    const times =
      kind === "cob"
        ? { expiracao: isEfi && isWhole ? String(expiracao) : expiracao }
        : { validadeAposVencimento: 30, ...request.calendario }
    const code = encodeDynamicCode({
      name: "Padaria São João",
      city: "São Paulo",
      postalCode: null,
      location: PixLocation.make(location),
    })
    return {
      ...request,
      calendario: { criacao: timeText(madeAt), ...times },
      txid,
      revisao: revision,
      status,
      loc: {
        id: number,
        location,
        tipoCob: kind,
        // Efí shows neither (dev.efipay.com.br, "Cobranças imediatas").
        ...(isEfi ? {} : { criacao: timeText(madeAt), txid }),
      },
      // Efí shows none of a charge with a due date ("Cobranças com vencimento").
      ...(isEfi && kind === "cobv" ? {} : { location }),
      ...(kind === "cobv" ? { recebedor } : {}),
      ...(this.#options.writesCode ? { pixCopiaECola: Result.getOrThrow(code) } : {}),
      ...(isWhole && payments.length > 0 ? { pix: payments.map((payment) => this.#payment(charge, payment)) } : {}),
    }
  }

  #payment({ txid }: LedgerCharge, { endToEndId, cents, at, refunds }: LedgerPayment): object {
    return {
      endToEndId,
      txid,
      valor: reais(cents),
      chave: this.#options.pixKey,
      horario: timeText(at),
      ...(refunds.length > 0 && !this.hidesRefunds ? { devolucoes: refunds.map(refundBody) } : {}),
    }
  }

  #error(kind: "cob" | "cobv" | "pix", name: ErrorName): Answer {
    if (this.#options.dialect === "efi" && kind !== "cobv") {
      const [status, nome] = efiErrors[name]
      return { status, body: { nome, mensagem: "Uma mensagem" } }
    }
    const missing = { cob: "CobNaoEncontrado", cobv: "CobVNaoEncontrada", pix: "PixNaoEncontrado" }[kind]
    const invalid = { cob: "CobOperacaoInvalida", cobv: "CobVOperacaoInvalida", pix: "PixDevolucaoInvalida" }[kind]
    if (name === "no_charge" || name === "no_payment") return problem(404, missing)
    if (name === "no_refund") return problem(404, "PixDevolucaoNaoEncontrada")
    return problem(400, invalid, name === "key" ? [`${kind}.chave`] : [])
  }
}

/** By the documentation of Efí (dev.efipay.com.br). */
const efiErrors: Readonly<Record<ErrorName, readonly [status: number, nome: string]>> = {
  no_charge: [400, "cobranca_nao_encontrada"],
  no_payment: [400, "pix_nao_encontrado"],
  no_refund: [400, "devolucao_nao_encontrada"],
  taken: [409, "txid_duplicado"],
  not_active: [400, "status_cobranca_invalido"],
  refund_id: [409, "devolucao_id_duplicado"],
  refund_sum: [400, "valor_invalido"],
  schema: [400, "valor_invalido"],
  key: [400, "chave_invalida"],
}

/** An error in the API's form (RFC 7807). */
export const problem = (status: number, name: string, fields: ReadonlyArray<string> = []): Answer => ({
  status,
  body: {
    type: `https://pix.bcb.gov.br/api/v2/error/${name}`,
    title: name,
    status,
    detail: "Um detalhe",
    ...(fields.length > 0
      ? { violacoes: fields.map((propriedade) => ({ razao: "Não corresponde", propriedade, valor: "52998224725" })) }
      : {}),
  },
})

const recebedor = {
  logradouro: "Rua Quinze 1200",
  cidade: "São Paulo",
  uf: "SP",
  cep: "01013001",
  cnpj: "11222333000181",
  nome: "Padaria São João",
}

/** Ninety days. */
const returnMillis = 90 * 86_400_000

const refundBody = ({ id, rtrId, cents, nature, askedAt, state }: LedgerRefund): object => ({
  id,
  rtrId,
  valor: reais(cents),
  natureza: nature,
  horario: { solicitacao: timeText(askedAt), ...(state === "DEVOLVIDO" ? { liquidacao: timeText(askedAt) } : {}) },
  status: state,
  ...(state === "NAO_REALIZADO" ? { motivo: "Saldo insuficiente" } : {}),
})

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const amountPattern = /^\d{1,10}\.\d{2}$/u

const isAmount = (value: unknown): value is string =>
  typeof value === "string" && amountPattern.test(value) && Number(value) > 0

const isChargeRequest = (kind: "cob" | "cobv", body: unknown): body is ChargeRequest => {
  if (!isObject(body) || !isObject(body["calendario"]) || !isObject(body["valor"])) return false
  const { expiracao, dataDeVencimento } = body["calendario"]
  const isTimed =
    kind === "cob"
      ? Number.isInteger(expiracao) && Number(expiracao) > 0
      : typeof dataDeVencimento === "string" && isObject(body["devedor"])
  return isTimed && isAmount(body["valor"]["original"]) && typeof body["chave"] === "string"
}

const isRefundRequest = (body: unknown): body is { readonly valor: string } => isObject(body) && isAmount(body["valor"])

const centsOf = (text: string): number => Math.round(Number(text) * 100)

const reais = (cents: number): string => (cents / 100).toFixed(2)

const timeText = (millis: number): string => new Date(millis).toISOString()

/** `yyyyMMddHHmm`. */
const compactTime = (millis: number): string => timeText(millis).replace(/\D/gu, "").slice(0, 12)

const letters = (count: number): string => randomBytes(count).toString("hex").slice(0, count)
