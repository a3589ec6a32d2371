/**
 * How the administration creates, shows, lists, changes and removes what a company sets up: products, checkouts, coupons, rules.
 * What differs between them comes as a step on their store.
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

/** Asks a store of a company. */
type Ask<A, R, E = never> = Effect.Effect<A, E | StorageUnavailable, R>

/** How something is created. */
export interface Creating<Input, Entry, R> extends Pick<Taking<Input>, "body"> {
  /** More faults of a faulty body: its references are looked up in any case. */
  readonly faultsBeside?: (company: CompanyId, body: unknown) => Ask<ReadonlyArray<Fault>, R>
  /** Part of the unit of the idempotency key. Fails if only the store could know better. */
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

/** How something is changed. */
export interface Changing<Change, Entry, R> extends Pick<Taking<Change>, "body"> {
  /** Read and written in one unit: of two changes at once neither is lost. None if the company has no such entry. */
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

/** @param find - by a name that could be one's */
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
