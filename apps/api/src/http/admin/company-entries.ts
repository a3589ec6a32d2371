/**
 * Handlers for what a company sets up: products, checkouts, coupons, rules. They create, show, list, change and remove.
 * Each kind passes in its own steps on its store.
 */
import { once } from "@vintem/application"
import {
  companyIdFromPath,
  done,
  type Fault,
  type InvalidFields,
  NotFound,
  type PageQuery,
  pageOf,
} from "@vintem/contract"
import type { Instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import { type Page, type PageRequest, perPage, type StorageUnavailable, UnitOfWork } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { answerText, json } from "../edge/body/answers.ts"
import { operatorScope } from "../edge/keys/keyed.ts"
import { operation, type Taking } from "../edge/received-request.ts"
import { listPage } from "../edge/request/list-page.ts"
import { orServerError } from "../edge/server-error.ts"
import { companyOf, type OfCompany } from "./company-of.ts"

/** A question to a company's store. */
type Ask<A, R, E = never> = Effect.Effect<A, E | StorageUnavailable, R>

/** The steps that create an entry. */
export interface Creating<Input, Entry, R> extends Pick<Taking<Input>, "body"> {
  /** Further faults of an invalid body: its references are looked up in any case. */
  readonly faultsBeside?: (company: CompanyId, body: unknown) => Ask<ReadonlyArray<Fault>, R>
  /** Runs in the idempotency key's unit. Fails if only the store can find the fault. */
  readonly add: (company: CompanyId, input: Input, createdAt: Instant) => Ask<Entry, R, InvalidFields>
  readonly view: (entry: Entry) => unknown
}

/** A refusal is not stored under the key: the caller can correct it and send the same request again. */
export const createEntry = <Input, Entry, R>(
  params: OfCompany,
  { body, faultsBeside = () => Effect.succeed([]), add, view }: Creating<Input, Entry, R>,
) =>
  operation(
    {
      body,
      beside: (sent) =>
        Option.match(companyIdFromPath(params.company), {
          onNone: () => Effect.succeed([]),
          onSome: (id) => faultsBeside(id, sent),
        }),
    },
    Effect.fnUntraced(function* ({ input, keyed, now }) {
      const { id } = yield* companyOf(params)
      return yield* once(
        { keyed: keyed(operatorScope(id)), encode: (entry) => answerText(201, { data: view(entry) }) },
        add(id, input, now),
      )
    }),
  )

/** The steps that change an entry. */
export interface Changing<Change, Entry, R> extends Pick<Taking<Change>, "body"> {
  /** Reads and writes in one unit, so that concurrent changes are not lost. None if the company has no such entry. */
  readonly change: (company: CompanyId, change: Change) => Ask<Option.Option<Entry>, R, InvalidFields>
  readonly view: (entry: Entry) => unknown
}

export const changeEntry = <Change, Entry, R>(params: OfCompany, { body, change, view }: Changing<Change, Entry, R>) =>
  operation(
    { body, isKeyed: false },
    Effect.fnUntraced(function* ({ input }) {
      const { commit } = yield* UnitOfWork
      const { id } = yield* companyOf(params)
      const changed = yield* commit(change(id, input))
      return Option.isNone(changed) ? yield* new NotFound() : json(200, { data: view(changed.value) })
    }),
  )

/** @param find - reads the entry by a well-formed name */
export const showEntry = <Name, Entry, View, R>(
  params: OfCompany,
  name: Option.Option<Name>,
  find: (company: CompanyId, name: Name) => Ask<Option.Option<Entry>, R>,
  view: (entry: Entry) => View,
) =>
  Effect.gen(function* () {
    const { id } = yield* companyOf(params)
    const found = Option.isNone(name) ? Option.none() : yield* find(id, name.value)
    return Option.isNone(found) ? yield* new NotFound() : { data: view(found.value) }
  }).pipe(orServerError)

export const listEntries = <Entry, View, R>(
  params: OfCompany,
  query: PageQuery,
  list: (company: CompanyId, page: PageRequest) => Ask<Page<Entry>, R>,
  view: (entry: Entry) => View,
) =>
  Effect.gen(function* () {
    const { id } = yield* companyOf(params)
    const page = pageOf(query)
    return yield* listPage(page, yield* list(id, { page, size: perPage }), view)
  }).pipe(orServerError)

/**
 * @param remove - by a well-formed name; false if the company has no such entry
 * @param sentence - the answer's message
 */
export const removeEntry = <Name, E, R>(
  params: OfCompany,
  name: Option.Option<Name>,
  remove: (company: CompanyId, name: Name) => Ask<boolean, R, E>,
  sentence: string,
) =>
  Effect.gen(function* () {
    const { id } = yield* companyOf(params)
    const isRemoved = Option.isSome(name) && (yield* remove(id, name.value))
    return isRemoved ? done(sentence) : yield* new NotFound()
  }).pipe(orServerError)
