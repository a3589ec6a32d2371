/**
 * Every feature whose use is part of the proof.
 */
import type { OpenScenario } from "./scenario.ts"
import { singleOrders } from "./single-order/scenario.ts"

export const scenarios: ReadonlyArray<OpenScenario> = [singleOrders]
