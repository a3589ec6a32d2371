/**
 * An institution that speaks the API Pix of the central bank, 2.9.0.
 *
 * @see docs/pix-api.md
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import type { AttemptKey, RefundKey } from "@vintem/domain/identifiers"
import { decimalString } from "@vintem/domain/money"
import { AcquirerUnreached, OutcomeUnknown } from "@vintem/domain/ports"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { HttpClient } from "effect/http"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import * as AcquirerConnections from "../connection/connections.ts"
import type { Reply } from "../connection/reply.ts"
import {
  AccountRejected,
  ChargeRefused,
  type NewCharge,
  type NewRefund,
  type Psp,
  type PspCharge,
  type PspMethod,
  type PspRefund,
} from "../psp/psp.ts"
import { chargeFrom, refundFrom } from "./charge.ts"
import { fenceOf, wireChargeOf } from "./new-charge.ts"
import type { PixAccount } from "./pix-account.ts"
import { type Problem, problemIn } from "./problem.ts"
import { paymentFor, whyNotReturned } from "./refund.ts"
import { type Ask, Departure, sessionOf } from "./session.ts"
import {
  decodeCharge,
  decodeCharges,
  decodeRefund,
  type PixMethod,
  resources,
  type WireCharge,
  type WireNewCharge,
} from "./wire.ts"

/** Opens an account: its connections and its token last as long as the scope. */
export const open = Effect.fnUntraced(function* (account: PixAccount): Effect.fn.Return<Psp, never, Scope.Scope> {
  const { timeoutMillis, ca, certificate, receiver } = account
  const connections = yield* Layer.build(
    AcquirerConnections.layer({ connectMillis: timeoutMillis / 2, certificate, ...(ca === undefined ? {} : { ca }) }),
  )
  const ask = yield* sessionOf(Context.get(connections, HttpClient.HttpClient), account)
  const clock = yield* Clock.Clock
  const institution: Institution = { account, ask, now: () => instant(clock.currentTimeMillisUnsafe()) }
  const limited = Effect.timeoutOrElse({
    duration: timeoutMillis,
    orElse: () => new OutcomeUnknown({ detail: `no answer within ${timeoutMillis} ms` }),
  })
  const shown = (method: PixMethod) => (wire: WireCharge) => chargeFrom(wire, method, receiver)
  return {
    account,
    methods: new Set(["pix", "pix_due"]),
    create: (charge) => {
      const departure = new Departure()
      return create(institution, charge, departure).pipe(
        limited,
        Effect.mapError(unreachedIf(departure)),
        spanned("create", charge.key),
      )
    },
    find: ({ key, method }) =>
      ofPix(method, (resource) => Effect.map(lookUp(institution, resource, key), Option.map(shown(resource)))).pipe(
        limited,
        spanned("find", key),
      ),
    cancel: ({ key, method }, payer) =>
      ofPix(method, (resource) => {
        const fence = fenceOf(resource, payer, account.pixKey, institution.now())
        return Effect.map(cancel(institution, resource, key, fence), shown(resource))
      }).pipe(limited, spanned("cancel", key)),
    giveBack: (refund) =>
      ofPix(refund.charge.method, (resource) => giveBack(institution, resource, refund)).pipe(
        limited,
        spanned("giveBack", refund.key),
      ),
    list: (method, { from, until }) =>
      ofPix(method, (resource) =>
        Effect.map(list({ ...institution, ask: (page) => limited(ask(page)) }, resource, from, until), (charges) =>
          charges
            .map(shown(resource))
            .filter(({ isFence }) => !isFence)
            .sort(byTime),
        ),
      ).pipe(Effect.withSpan("PixApi.list", { kind: "client" })),
  }
})

interface Institution {
  readonly account: PixAccount
  readonly ask: Ask
  readonly now: () => Instant
}

type Failure = AccountRejected | OutcomeUnknown

const create = Effect.fnUntraced(function* (
  institution: Institution,
  charge: NewCharge,
  departure: Departure,
): Effect.fn.Return<PspCharge, ChargeRefused | Failure> {
  const { account, ask, now } = institution
  const { key, amount } = charge
  const method = charge.means._tag
  if (!isPix(method)) return yield* new ChargeRefused({ reason: "unknown_method" })
  const body = yield* Effect.fromResult(wireChargeOf(charge, account.pixKey, now()))
  const reply = yield* ask({ method: "PUT", path: chargePath(method, key), body, departure })
  const made = yield* read(account, reply, decodeCharge)
  if (Result.isSuccess(made)) {
    const { txid, valor } = made.success
    return txid === key && valor.original === amount
      ? chargeFrom(made.success, method, account.receiver)
      : yield* new OutcomeUnknown({ detail: "an answer of another charge" })
  }
  const { meaning, reason } = made.failure
  if (meaning === "refused") return yield* new ChargeRefused({ reason })
  if (meaning !== "taken") return yield* unknown(reply)
  // If the institution has the charge after all, no refusal holds, and the account has no fault either.
  const found = yield* Effect.catchTag(
    lookUp(institution, method, key),
    "AccountRejected",
    ({ detail }) => new OutcomeUnknown({ detail }),
  )
  if (Option.isSome(found)) return chargeFrom(found.value, method, account.receiver)
  return yield* reply.status === 400 ? new ChargeRefused({ reason }) : unknown(reply)
})

const lookUp = Effect.fnUntraced(function* (
  { account, ask }: Institution,
  method: PixMethod,
  key: AttemptKey,
): Effect.fn.Return<Option.Option<WireCharge>, Failure> {
  const reply = yield* ask({ method: "GET", path: chargePath(method, key) })
  const found = yield* read(account, reply, decodeCharge)
  if (Result.isFailure(found)) return found.failure.meaning === "no_charge" ? Option.none() : yield* unknown(reply)
  return found.success.txid === key
    ? Option.some(found.success)
    : yield* new OutcomeUnknown({ detail: "an answer of another charge" })
})

/** The answer to a removal shows no payments, so the charge is looked up afterwards. */
const cancel = Effect.fnUntraced(function* (
  institution: Institution,
  method: PixMethod,
  key: AttemptKey,
  fence: WireNewCharge | null,
): Effect.fn.Return<WireCharge, Failure> {
  const { account, ask } = institution
  const path = chargePath(method, key)
  const found = yield* lookUp(institution, method, key)
  if (Option.isNone(found)) {
    if (fence === null) return yield* new OutcomeUnknown({ detail: "a key that only a known payer's charge can block" })
    const reply = yield* ask({ method: "PUT", path, body: fence })
    const fenced = yield* read(account, reply, decodeCharge)
    if (Result.isFailure(fenced) && fenced.failure.meaning !== "taken") return yield* unknown(reply)
  } else if (!isOpen(found.value)) return found.value
  const reply = yield* ask({ method: "PATCH", path, body: removal })
  const removed = yield* read(account, reply, decodeCharge)
  if (Result.isFailure(removed) && removed.failure.meaning !== "taken") return yield* unknown(reply)
  const left = yield* lookUp(institution, method, key)
  return Option.isSome(left) && !isOpen(left.value)
    ? left.value
    : yield* new OutcomeUnknown({ detail: "a removal that does not show yet" })
})

const giveBack = Effect.fnUntraced(function* (
  institution: Institution,
  method: PixMethod,
  { key, charge, amount }: NewRefund,
): Effect.fn.Return<PspRefund, Failure> {
  const { account, ask, now } = institution
  const found = yield* lookUp(institution, method, charge.key)
  const payments = Option.isSome(found) ? (found.value.pix ?? []) : []
  const asked = payments.flatMap(({ devolucoes }) => devolucoes ?? []).find(({ id }) => id === key)
  if (asked !== undefined) return refundFrom(asked)
  const payment = paymentFor(payments, amount)
  if (payment === undefined) return yield* new OutcomeUnknown({ detail: "a payment that does not show yet" })
  const path = `/pix/${payment.endToEndId}/devolucao/${key}`
  const known = yield* lookUpRefund(institution, path, key)
  if (Option.isSome(known)) return known.value
  const reply = yield* ask({ method: "PUT", path, body: { valor: decimalString(amount) } })
  const made = yield* readRefund(account, reply, key)
  if (Result.isSuccess(made)) return made.success
  const { meaning, reason } = made.failure
  if (meaning !== "taken" && meaning !== "refused") return yield* unknown(reply)
  const after = yield* lookUpRefund(institution, path, key)
  if (Option.isSome(after)) return after.value
  // If the payment does not explain the refusal, it may come from this very refund, which does not show yet.
  const why = whyNotReturned(payment, amount, now())
  return why === null
    ? yield* new OutcomeUnknown({ detail: `HTTP ${reply.status} ${reason}` })
    : { key, amount, fact: "failed", report: { reason: why } }
})

const lookUpRefund = Effect.fnUntraced(function* (
  { account, ask }: Institution,
  path: string,
  key: RefundKey,
): Effect.fn.Return<Option.Option<PspRefund>, Failure> {
  const reply = yield* ask({ method: "GET", path })
  const found = yield* readRefund(account, reply, key)
  if (Result.isSuccess(found)) return Option.some(found.success)
  return found.failure.meaning === "no_refund" ? Option.none() : yield* unknown(reply)
})

/** Reads a past window. In an open one the pages move while charges are made. */
const list = Effect.fnUntraced(function* (
  { account, ask }: Institution,
  method: PixMethod,
  from: Instant,
  until: Instant,
): Effect.fn.Return<ReadonlyArray<WireCharge>, Failure> {
  const found = new Map<AttemptKey, WireCharge>()
  for (let place = 0; ; place += 1) {
    const query = new URLSearchParams({
      inicio: new Date(from).toISOString(),
      fim: new Date(until).toISOString(),
      "paginacao.paginaAtual": String(place),
      "paginacao.itensPorPagina": String(chargesPerPage),
    })
    const reply = yield* ask({ method: "GET", path: `/${resources[method]}?${query}` })
    const page = yield* read(account, reply, decodeCharges)
    if (Result.isFailure(page)) return yield* unknown(reply)
    const { cobs, parametros } = page.success
    const before = found.size
    for (const charge of cobs) found.set(charge.txid, charge)
    const { quantidadeDePaginas: pages, quantidadeTotalDeItens: all } = parametros.paginacao
    if (place + 1 < pages && found.size > before) continue
    return found.size === all
      ? [...found.values()]
      : yield* new OutcomeUnknown({ detail: "a list that changes while it is read" })
  }
})

/** The answer, or an error about the request. */
const read = <A>(
  account: PixAccount,
  reply: Reply,
  decode: (body: unknown) => Option.Option<A>,
): Effect.Effect<Result.Result<A, Problem>, Failure> => {
  if (reply.status === 200 || reply.status === 201) {
    return Option.match(decode(reply.body), {
      onSome: (answer) => Effect.succeed(Result.succeed(answer)),
      onNone: () => new OutcomeUnknown({ detail: "an answer that cannot be read" }),
    })
  }
  return Option.match(problemIn(account.profile, reply), {
    onSome: (problem) => {
      const { meaning, reason } = problem
      return meaning === "scope" || meaning === "pix_key" || meaning === "blocked"
        ? new AccountRejected({ account: account.name, fault: meaning, detail: reason })
        : Effect.succeed(Result.fail(problem))
    },
    onNone: () => unknown(reply),
  })
}

const readRefund = (account: PixAccount, reply: Reply, key: RefundKey) =>
  read(account, reply, (body) =>
    Option.map(
      Option.filter(decodeRefund(body), ({ id }) => id === key),
      refundFrom,
    ),
  )

const unknown = ({ status }: Reply) => new OutcomeUnknown({ detail: `HTTP ${status}` })

const unreachedIf =
  (departure: Departure) =>
  <E extends { readonly _tag: string }>(failure: E | OutcomeUnknown): E | OutcomeUnknown | AcquirerUnreached =>
    failure instanceof OutcomeUnknown && departure.hasSurelyNotLeft
      ? new AcquirerUnreached({ detail: failure.detail })
      : failure

/** Shows only the kind and the key of a question. */
const spanned = (kind: string, key: AttemptKey | RefundKey) =>
  Effect.withSpan(`PixApi.${kind}`, { kind: "client", attributes: { key } })

const isPix = (method: PspMethod | NewCharge["means"]["_tag"]): method is PixMethod => method in resources

/** A caller with another method has chosen the wrong institution. */
const ofPix = <A, E>(method: PspMethod, ask: (method: PixMethod) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
  isPix(method) ? ask(method) : Effect.die(new Error(`API Pix has no ${method}`))

const chargePath = (method: PixMethod, key: AttemptKey): string => `/${resources[method]}/${key}`

const removal = { status: "REMOVIDA_PELO_USUARIO_RECEBEDOR" }

const isOpen = ({ status, pix }: WireCharge): boolean => status === "ATIVA" && (pix ?? []).length === 0

/** The default of the API. */
const chargesPerPage = 100

const byTime = (one: PspCharge, other: PspCharge): number => one.madeAt - other.madeAt || (one.key < other.key ? -1 : 1)
