/** The number of an order, with a link to its page if the user may see it. */
import { panelOperations } from "@vintem/contract"
import { companyPaths, pathTo } from "../../src/paths.ts"
import { usePanel } from "../shell/panel-context.ts"

export const OrderLink = ({ number }: { readonly number: string }) => {
  const { company, may } = usePanel()
  return may(panelOperations.orders.get) ? (
    <a class="whole" href={pathTo(companyPaths.order, { company, order_number: number })}>
      {number}
    </a>
  ) : (
    number
  )
}
