/**
 * The number of an order, which leads to its page if one may see it.
 */
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
