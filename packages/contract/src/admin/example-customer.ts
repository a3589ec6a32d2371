import { exampleOrder, exampleCustomer as orderCustomer } from "../order/example-order.ts"

/** A customer in the examples of the documentation. */
export const exampleCustomer = {
  id: 42,
  token: "3d0f7a52-1c4e-4b8a-9f66-7e2a5c9d1b30",
  ...orderCustomer,
  created_at: exampleOrder.created_at,
}
