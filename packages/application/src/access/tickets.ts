/** The tickets of links and of sign-in steps: each has one purpose, and is taken once. */
import type { TicketPurpose, TokenHash } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { AccessSecrets, type StorageUnavailable, TicketRepository } from "@vintem/domain/ports"
import { Clock, Effect, Option, type Redacted, Schema } from "effect"

/**
 * The ticket never existed, was used, was withdrawn, or has expired: the answer does not reveal which. The user asks
 * for a new one.
 */
export class TicketInvalid extends Schema.TaggedError<TicketInvalid>()("TicketInvalid", {}) {}

interface ValidTicket<Tag> {
  readonly hash: TokenHash
  readonly purpose: Extract<TicketPurpose, { readonly _tag: Tag }>
}

/** The ticket of a token, if it is valid and has this purpose. The ticket is not used up. */
export const validTicket = Effect.fnUntraced(function* <Tag extends TicketPurpose["_tag"]>(
  token: Redacted.Redacted<string>,
  tag: Tag,
): Effect.fn.Return<ValidTicket<Tag>, StorageUnavailable | TicketInvalid, AccessSecrets | TicketRepository> {
  const secrets = yield* AccessSecrets
  const tickets = yield* TicketRepository
  const hash = secrets.hashToken(token)
  const now = instant(yield* Clock.currentTimeMillis)
  const purpose = Option.getOrNull(yield* tickets.find(hash, now))?.purpose
  if (purpose === undefined || !isTagged(purpose, tag)) return yield* new TicketInvalid()
  return { hash, purpose }
})

/** Part of the unit that the ticket allows. Of several concurrent requests with one ticket, one continues. */
export const takeTicket = Effect.fnUntraced(function* ({
  hash,
}: {
  readonly hash: TokenHash
}): Effect.fn.Return<void, StorageUnavailable | TicketInvalid, TicketRepository> {
  const tickets = yield* TicketRepository
  const now = instant(yield* Clock.currentTimeMillis)
  if (Option.isNone(yield* tickets.take(hash, now))) return yield* new TicketInvalid()
})

const isTagged = <Tag extends TicketPurpose["_tag"]>(
  purpose: TicketPurpose,
  tag: Tag,
): purpose is Extract<TicketPurpose, { readonly _tag: Tag }> => purpose._tag === tag
