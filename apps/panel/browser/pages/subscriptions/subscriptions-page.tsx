/**
 * The subscriptions of a company.
 */
import { SubscriberStatus } from "@vintem/contract"
import { PageNumber } from "@vintem/domain/ports"
import * as Schema from "effect/Schema"
import { useLocation } from "preact-iso"
import { useAsked } from "../../ask/use-asked.ts"
import { Choice } from "../../parts/field.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { addressWith, Pager, pageIn } from "../../parts/pager.tsx"
import { Answered } from "../../parts/said.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"
import { SubscriptionTable } from "./subscription-table.tsx"

const isStatus = Schema.is(SubscriberStatus)

export const SubscriptionsPage = () => {
  const words = useWords()
  const { client, company } = usePanel()
  const { path, query, route, url } = useLocation()
  const status = isStatus(query["status"]) ? query["status"] : null
  const page = PageNumber.make(pageIn(query))
  const asking = useAsked(
    client.subscribers.list({ params: { company }, query: { page, ...(status === null ? {} : { status }) } }),
    url,
  )
  return (
    <>
      <PageTitle title={words.pages.subscriptions} />
      <Choice
        label={words.order.status}
        value={status ?? ""}
        options={[
          ["", words.order.anyStatus],
          ...SubscriberStatus.literals.map((one) => [one, words.subscription.statuses[one]] as const),
        ]}
        onValue={(value) => route(addressWith(path, { status: value }))}
      />
      <Answered {...asking}>
        {({ data, meta }) => (
          <>
            <SubscriptionTable
              label={words.pages.subscriptions}
              subscriptions={data}
              empty={<p>{status === null ? words.subscription.none : words.order.noneFound}</p>}
            />
            <Pager meta={meta} />
          </>
        )}
      </Answered>
    </>
  )
}
