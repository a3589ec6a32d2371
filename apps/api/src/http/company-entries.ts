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
  invalid,
  invalidFields,
  NotFound,
  type PageQuery,
  pageOf,
} from "@vintem/contract"
import {
  type CompanyId,
  type Instant,
  instant,
  type Page,
  type PageRequest,
  perPage,
  type StorageUnavailable,
  UnitOfWork,
} from "@vintem/domain"
import { Clock, Effect, Option, Result } from "effect"
import { answerText, failed, json } from "./answers.ts"
import { companyOf, type OfCompany } from "./company-of.ts"
import { jsonBody } from "./json-body.ts"
import { answered, faultsOf, keyedRequest, keyOf, keyRefusals, operatorScope } from "./keyed.ts"
import { listPage } from "./list-page.ts"
import { orServerError } from "./server-error.ts"

/** Asks a store of a company. */
type Ask<A, R, E = never> = Effect.Effect<A, E | StorageUnavailable, R>

/** How something is created. */
export interface Creating<Input, Entry, R> {
  readonly decode: (body: unknown) => Result.Result<Input, InvalidFields>
  /** What else is wrong with a body that has faults: what it refers to is looked up all the same. */
  readonly faultsBeside?: (company: CompanyId, body: unknown) => Ask<ReadonlyArray<Fault>, R>
  /** Part of the unit of the idempotency key. Fails where only the store could know better. */
  readonly add: (company: CompanyId, input: Input, createdAt: Instant) => Ask<Entry, R, InvalidFields>
  readonly view: (entry: Entry) => unknown
}

/** A refusal is not kept under the key: what is wrong can be mended, and the same request sent again. */
export const createEntry = <Input, Entry, R>(
  params: OfCompany,
  { decode, faultsBeside = () => Effect.succeed([]), add, view }: Creating<Input, Entry, R>,
) =>
  Effect.gen(function* () {
    const body = yield* jsonBody
    const input = decode(body)
    const key = yield* keyOf
    if (Result.isFailure(input) || Result.isFailure(key)) {
      const id = companyIdFromPath(params.company)
      const beside = Option.isNone(id) ? [] : yield* faultsBeside(id.value, body)
      return failed(invalid(invalidFields([...faultsOf(input, key), ...beside])))
    }
    const { id } = yield* companyOf(params)
    const createdAt = instant(yield* Clock.currentTimeMillis)
    const answer = yield* once(
      yield* keyedRequest(operatorScope(id), key.success, body),
      Effect.map(add(id, input.success, createdAt), (entry) => answerText(201, { data: view(entry) })),
    )
    return answered(answer)
  }).pipe(Effect.catchTags({ ...keyRefusals, InvalidFields: refused }), orServerError)

/** How something is changed. */
export interface Changing<Change, Entry, R> {
  readonly decode: (body: unknown) => Result.Result<Change, InvalidFields>
  /** Read and written in one unit: of two changes at once neither is lost. None where the company has no such entry. */
  readonly change: (company: CompanyId, change: Change) => Ask<Option.Option<Entry>, R, InvalidFields>
  readonly view: (entry: Entry) => unknown
}

export const changeEntry = <Change, Entry, R>(
  params: OfCompany,
  { decode, change, view }: Changing<Change, Entry, R>,
) =>
  Effect.gen(function* () {
    const { commit } = yield* UnitOfWork
    const input = decode(yield* jsonBody)
    if (Result.isFailure(input)) return failed(invalid(input.failure))
    const { id } = yield* companyOf(params)
    const changed = yield* commit(change(id, input.success))
    return Option.isNone(changed) ? yield* new NotFound() : json(200, { data: view(changed.value) })
  }).pipe(Effect.catchTags({ InvalidFields: refused }), orServerError)

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
 * @param remove - by a name that could be one's; false where the company has no such entry
 * @param sentence - what is answered once it is done
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

const refused = (refusal: InvalidFields) => Effect.succeed(failed(invalid(refusal)))
