/** Subscriptions, one per row. */
import type { SubscriberView } from "@vintem/contract"
import type { ComponentChildren } from "preact"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { shownPerson } from "../../../src/person.ts"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"
import { SubscriptionMark } from "./subscription-mark.tsx"

interface SubscriptionTableProps {
  readonly label: string
  readonly subscriptions: ReadonlyArray<SubscriberView>
  readonly empty: ComponentChildren
}

export const SubscriptionTable = ({ empty, label, subscriptions }: SubscriptionTableProps) => {
  const words = useWords()
  const { company } = usePanel()
  return (
    <Table
      label={label}
      keyOf={({ token }) => token}
      rows={subscriptions}
      columns={[
        {
          title: words.order.customer,
          cell: ({ customer, token }) => (
            <a href={pathTo(companyPaths.subscription, { company, token })}>{shownPerson(customer, words).email}</a>
          ),
        },
        { title: words.order.status, cell: ({ status }) => <SubscriptionMark status={status} /> },
        { title: words.subscription.sold, cell: ({ checkout }) => checkout.title },
        {
          title: words.subscription.nextCharge,
          cell: ({ subscription: { next_charge } }) =>
            next_charge === null ? words.subscription.nothingNext : words.day(next_charge),
        },
        { title: words.subscription.each, cell: ({ checkout }) => words.money(Number(checkout.total)), isNumber: true },
      ]}
      empty={empty}
    />
  )
}
