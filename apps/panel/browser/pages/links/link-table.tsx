/** Payment links, one per row. */
import type { PaymentLinkView } from "@vintem/contract"
import type { ComponentChildren } from "preact"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"
import { LinkState } from "./link-state.tsx"

interface LinkTableProps {
  readonly label: string
  readonly links: ReadonlyArray<PaymentLinkView>
  readonly empty: ComponentChildren
}

export const LinkTable = ({ empty, label, links }: LinkTableProps) => {
  const words = useWords()
  const { company } = usePanel()
  return (
    <Table
      label={label}
      keyOf={({ slug }) => slug}
      rows={links}
      columns={[
        {
          title: words.link.title,
          cell: ({ slug, title }) => <a href={pathTo(companyPaths.link, { company, slug })}>{title}</a>,
        },
        { title: words.link.customer, cell: ({ customer_name }) => customer_name ?? "–" },
        {
          title: words.link.state,
          cell: (link) => <LinkState link={link} />,
        },
        { title: words.link.created, cell: ({ created_at }) => words.minute(created_at) },
        {
          title: words.link.amount,
          cell: ({ additional_amount, amount }) => words.money(amount + additional_amount),
          isNumber: true,
        },
      ]}
      empty={empty}
    />
  )
}
