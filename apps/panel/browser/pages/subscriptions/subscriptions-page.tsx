/**
 * The subscriptions of a company.
 */
import { panelOperations, SubscriberStatus } from "@vintem/contract"
import { PageNumber } from "@vintem/domain/ports"
import * as Schema from "effect/Schema"
import { useLocation } from "preact-iso"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { useLive } from "../../ask/use-live.ts"
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
  useLive(asking, ({ kind }) => kind === "subscription")
  return (
    <>
      <PageTitle title={words.pages.subscriptions} />
      <div class="row filters">
        <Choice
          label={words.order.status}
          value={status ?? ""}
          options={[
            ["", words.order.anyStatus],
            ...SubscriberStatus.literals.map((one) => [one, words.subscription.statuses[one]] as const),
          ]}
          onValue={(value) => route(addressWith(path, { status: value }))}
        />
      </div>
      <Answered {...asking}>
        {({ data, meta }) => (
          <>
            <SubscriptionTable
              label={words.pages.subscriptions}
              subscriptions={data}
              empty={status === null ? <NoSubscriptions /> : <p>{words.order.noneFound}</p>}
            />
            <Pager meta={meta} />
          </>
        )}
      </Answered>
    </>
  )
}

const NoSubscriptions = () => {
  const words = useWords()
  const { company, may } = usePanel()
  return (
    <>
      <p>{words.subscription.none}</p>
      {may(panelOperations.checkouts.list) ? (
        <p>
          <a class="button" href={pathTo(companyPaths.checkouts, { company })}>
            {words.pages.checkouts}
          </a>
        </p>
      ) : null}
    </>
  )
}
