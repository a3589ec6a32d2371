/**
 * A process of the service over stores and an acquirer that outlive it. A test can act at each boundary: just before
 * and just after each unit of work, each call of a store, and each request to the acquirer.
 */
import {
  Acquirer,
  CustomerRepository,
  IdempotencyStore,
  JobQueue,
  OrderRepository,
  type OutcomeUnknown,
  SavedCardRepository,
  type StorageUnavailable,
  SubscriptionRepository,
  UnitOfWork,
  WebhookDeliveryRepository,
  WriteSets,
} from "@vintem/domain/ports"
import { Context, Effect } from "effect"

export interface Boundary {
  /** For example `before OrderRepository.add`. */
  readonly name: string
  readonly moment: "before" | "after"
  readonly of: "unit" | "store" | "acquirer"
  /** Within a unit of work nothing can be awaited, and no write is committed yet. */
  readonly isInUnit: boolean
}

/** The action at a boundary. */
export type Incident = (boundary: Boundary) => Effect.Effect<void, StorageUnavailable | OutcomeUnknown>

/** Makes a process that runs `incident` at every boundary. The result runs work in it. */
export const processWith = Effect.fnUntraced(function* (incident: Incident) {
  let unitsOpen = 0

  const around = <A, E, R>(of: Boundary["of"], call: string, effect: Effect.Effect<A, E, R>) => {
    const meet = (moment: Boundary["moment"]) =>
      Effect.suspend(() => incident({ name: `${moment} ${call}`, moment, of, isInUnit: unitsOpen > 0 }))
    return meet("before").pipe(
      Effect.andThen(effect),
      Effect.tap(() => meet("after")),
    )
  }

  /** Adds boundaries before and after each call of a service. */
  const watched = <S extends object>(name: string, of: Boundary["of"], service: S): S =>
    new Proxy(service, {
      get: (target, property, receiver) => {
        const member: unknown = Reflect.get(target, property, receiver)
        if (typeof member !== "function") return member
        return (...args: ReadonlyArray<unknown>) => {
          const answer: unknown = Reflect.apply(member, target, args)
          return Effect.isEffect(answer) ? around(of, `${name}.${String(property)}`, answer) : answer
        }
      },
    })

  const inUnit = <A, E, R>(unit: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      unitsOpen += 1
      return unit
    }).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          unitsOpen -= 1
        }),
      ),
    )

  const units = yield* UnitOfWork
  const watchedUnits = watched("UnitOfWork", "unit", units)
  const context = Context.make(UnitOfWork, UnitOfWork.of({ commit: (unit) => watchedUnits.commit(inUnit(unit)) })).pipe(
    Context.add(WriteSets, watched("WriteSets", "unit", yield* WriteSets)),
    Context.add(OrderRepository, watched("OrderRepository", "store", yield* OrderRepository)),
    Context.add(CustomerRepository, watched("CustomerRepository", "store", yield* CustomerRepository)),
    Context.add(SavedCardRepository, watched("SavedCardRepository", "store", yield* SavedCardRepository)),
    Context.add(IdempotencyStore, watched("IdempotencyStore", "store", yield* IdempotencyStore)),
    Context.add(SubscriptionRepository, watched("SubscriptionRepository", "store", yield* SubscriptionRepository)),
    Context.add(JobQueue, watched("JobQueue", "store", yield* JobQueue)),
    Context.add(
      WebhookDeliveryRepository,
      watched("WebhookDeliveryRepository", "store", yield* WebhookDeliveryRepository),
    ),
    Context.add(Acquirer, watched("Acquirer", "acquirer", yield* Acquirer)),
  )
  return <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provideContext(work, context)
})

/** A process with an incident at the boundary of this position, counted from 0, and at no other. */
export const processMetAt = (position: number, incident: Incident) => {
  let met = -1
  return processWith((boundary) => {
    met += 1
    return met === position ? incident(boundary) : Effect.void
  })
}

/** A process that dies at this boundary: its uncommitted writes never happened, and it does nothing any more. */
export const processDyingAt = (isLast: (boundary: Boundary, position: number) => boolean) => {
  let met = -1
  let isDead = false
  return processWith((boundary) => {
    met += 1
    isDead ||= isLast(boundary, met)
    if (!isDead) return Effect.void
    return boundary.isInUnit ? Effect.die(new ProcessDied()) : Effect.never
  })
}

/** Rolls back the open unit, like a database after a lost connection. */
class ProcessDied extends Error {
  override readonly name = "ProcessDied"
}
