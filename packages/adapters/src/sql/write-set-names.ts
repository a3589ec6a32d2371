/**
 * The names of the objects that a write set is about. Sets in one transaction do not wait for each other's rows, so no
 * two of them may be about the same object.
 */
import type { CustomerOfOrder, KeyScope, Write, WriteKind, WriteSet } from "@vintem/domain/ports"

/** The names of what a set is about. */
export const namesOfWrites = <Kind extends WriteKind>(writes: WriteSet<Kind>): ReadonlyArray<string> =>
  writes.flatMap((write) => namesOf(write))

/** The name of a customer who is found by their document. */
export const namesOfCustomer = ({ customer }: CustomerOfOrder): ReadonlyArray<string> => [
  `customer ${customer.company} ${customer.details.document}`,
]

const namesOf = <Kind extends WriteKind>(write: Write<Kind>): ReadonlyArray<string> => names[write._tag](write)

const nameOfKey = ({ company, scope }: KeyScope, key: string): string => `key ${company} ${scope} ${key}`

/** Writes that only count or add have no names: they conflict with no other set. */
const none: ReadonlyArray<string> = []

const names: { readonly [K in WriteKind]: (write: Write<K>) => ReadonlyArray<string> } = {
  ClaimKey: ({ claim }) => [nameOfKey(claim, claim.key)],
  AttachKey: ({ key, scope }) => [nameOfKey(scope, key)],
  KeepAnswer: ({ key, scope }) => [nameOfKey(scope, key)],
  RequireTrading: () => none,
  SettleJob: ({ settlement }) => [`job ${settlement.job}`],
  AddOrder: ({ order }) => [`order ${order.details.number}`],
  SaveOrder: ({ order }) => [`order ${order.details.number}`],
  AddDeliveries: () => none,
  WithdrawJobs: ({ company, names: named }) => named.map((name) => `job ${company} ${name}`),
  EnqueueJobs: ({ jobs }) => jobs.map(({ company, name }) => `job ${company} ${name}`),
  TakeCoupon: ({ company, order }) => [`use ${company} ${order}`],
  TakeCouponAgain: ({ company, order }) => [`use ${company} ${order}`],
  GiveBackCoupon: ({ company, order }) => [`use ${company} ${order}`],
  CountCouponAgain: ({ company, order }) => [`use ${company} ${order}`],
  StartCardAttempt: ({ visitor }) => [`visitor ${visitor}`],
  SettleCardAttempt: ({ key }) => [`attempt ${key}`],
  RecordCardStop: () => none,
  BookCharge: ({ company, key }) => [`booked ${company} ${key}`],
  BookAnswer: ({ company, key }) => [`booked ${company} ${key}`],
  AddLinks: ({ created }) => created.map(({ details }) => `link ${details.slug}`),
  SaveLink: ({ link }) => [`link ${link.details.slug}`],
  SaveBatch: ({ batch }) => [`batch ${batch.details.token}`],
  AddCard: ({ card }) => [`card ${card.company} ${card.token}`],
  AddSubscription: ({ begun }) => [`subscription ${begun.details.token}`],
  SaveSubscription: ({ subscription }) => [`subscription ${subscription.details.token}`],
}
