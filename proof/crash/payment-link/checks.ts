/** Promises about payment links, checked from the view of their makers. */
import type { Check } from "../check.ts"
import { answeredOtherThan, type ClientRequest } from "../client-request.ts"
import { theFirstAnswerStands } from "../first-answer.ts"
import type { Shop } from "../shop.ts"
import type { WantedLink } from "./wanted-link.ts"

export const checksOf = (
  shop: Shop,
  links: ReadonlyArray<WantedLink>,
  requests: ReadonlyArray<ClientRequest>,
): ReadonlyArray<Check> => [
  everyAnswerIsSound(links),
  everyAcknowledgedLinkIsThere(links),
  oneLinkPerKey(links),
  theFirstAnswerStands(shop, "payment links", requests),
]

/** A removal has no key: if it was done but not answered, a repetition gets the answer that the link is gone. */
const everyAnswerIsSound = (links: ReadonlyArray<WantedLink>): Check => ({
  title: "of payment links: what is sound is answered as such, however often it has to be asked for",
  contradictions: () =>
    links.flatMap(({ request, update, removal }) => [
      ...answeredOtherThan(request, [201]),
      ...(update === null ? [] : answeredOtherThan(update.request, [200])),
      ...(removal === null ? [] : answeredOtherThan(removal, removal.replies.length > 1 ? [200, 404] : [200])),
    ]),
})

const everyAcknowledgedLinkIsThere = (links: ReadonlyArray<WantedLink>): Check => ({
  title: "every acknowledged link is there, changed and removed as was acknowledged",
  contradictions: ({ database }) => {
    const find = database.prepare<[string], { title: string; amount: number; isRemoved: number }>(
      `select terms ->> '$.title' as title, terms ->> '$.amount' as amount, removed_at is not null as isRemoved
       from payment_link where slug = ?`,
    )
    return links.flatMap(({ request, amount, slug, update, removal }) => {
      if (slug === null) return []
      const wanted = update?.amount ?? amount
      const isRemoved = removal !== null
      const what = `${request.key} was acknowledged as ${slug}, for ${wanted} centavos, ${isRemoved ? "" : "not "}removed`
      const found = find.get(slug)
      if (found === undefined) return [`${what}: there is no such link`]
      if (found.title !== request.key) return [`${what}: that link is the one of ${found.title}`]
      if (found.amount !== wanted) return [`${what}: it asks for ${found.amount}`]
      return (found.isRemoved === 1) === isRemoved
        ? []
        : [`${what}: it is ${found.isRemoved === 1 ? "" : "not "}removed`]
    })
  },
})

/** Links of other scenarios have a reference. */
const oneLinkPerKey = (links: ReadonlyArray<WantedLink>): Check => ({
  title: "of payment links: a key has one link, whatever was answered with silence or a 5xx",
  contradictions: ({ database }) => {
    const wanted = new Map(links.map(({ request }) => [request.key, request]))
    return database
      .prepare<[], { key: string; slugs: string; count: number }>(
        `select terms ->> '$.title' as key, group_concat(slug, ', ') as slugs, count(*) as count
         from payment_link where batch_token is null and terms ->> '$.reference' is null group by 1`,
      )
      .all()
      .flatMap(({ key, slugs, count }) => {
        const request = wanted.get(key)
        if (request === undefined) return [`nobody asked for link ${slugs} (${key})`]
        return count === 1 ? [] : [`${key} has ${count} links, ${slugs}; its client met: ${request.replies.join(", ")}`]
      })
  },
})
