/** Checks that batches have exactly the links in their counts, and stopped when they were canceled. */
import type { Check } from "../check.ts"

export const oneLinkPerItem: Check = {
  title:
    "of a batch the done customers have one link each, or a failure, under a slug of its own; the others have none",
  contradictions: ({ database }) => [
    ...database
      .prepare<[], { token: string; position: number; processed: number; links: number; failure: string | null }>(
        `select token, position, progress ->> '$.processed' as processed, failure,
           (select count(*) from payment_link where batch_token = token and batch_position = position) as links
         from batch join batch_item on batch_token = token
         where links <> (position <= processed and failure is null)`,
      )
      .all()
      .map(
        ({ token, position, processed, links, failure }) =>
          `customer ${position} of batch ${token}, of which ${processed} are done, has ${links} links and ${failure ?? "no"} failure`,
      ),
    ...database
      .prepare<[], { token: string; processed: number; failed: number; links: number; failures: number }>(
        `select token, progress ->> '$.processed' as processed, progress ->> '$.failed' as failed,
           (select count(*) from payment_link where batch_token = token) as links,
           (select count(*) from batch_item where batch_token = token and failure is not null) as failures
         from batch where processed <> links + failures or failed <> failures`,
      )
      .all()
      .map(
        ({ token, processed, failed, links, failures }) =>
          `batch ${token} has ${processed} done, ${failed} of them failed; it has ${links} links and ${failures} failures`,
      ),
    ...database
      .prepare<[], { slug: string; count: number }>(
        "select slug, count(*) as count from payment_link not indexed group by slug having count > 1",
      )
      .all()
      .map(({ slug, count }) => `${count} links have the slug ${slug}`),
  ],
}

export const nothingIsTakenAfterTheCancel: Check = {
  title: "of a canceled batch nobody is taken after the cancel, and only those taken before have a link",
  contradictions: ({ database }) =>
    database
      .prepare<[], { token: string; canceled: number; taken: number; claimed: number | null; last: number | null }>(
        `select cancel.batch_token as token, cancel.sequence as canceled,
           (select coalesce(max(body ->> '$.last'), 0) from batch_event as claim
            where claim.batch_token = cancel.batch_token and type = 'ItemsClaimed' and sequence < cancel.sequence) as taken,
           (select min(sequence) from batch_event as claim
            where claim.batch_token = cancel.batch_token and type = 'ItemsClaimed' and sequence > cancel.sequence) as claimed,
           (select max(batch_position) from payment_link where payment_link.batch_token = cancel.batch_token) as last
         from batch_event as cancel where type = 'BatchCanceled' and (claimed is not null or last > taken)`,
      )
      .all()
      .map(({ token, canceled, taken, claimed, last }) =>
        claimed === null
          ? `batch ${token} was canceled with ${taken} customers taken; customer ${last} has a link`
          : `batch ${token} was canceled by event ${canceled}; event ${claimed} takes more customers`,
      ),
}
