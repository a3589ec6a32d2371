/**
 * The writes that may follow from a change of an order.
 */
import type { Write, WriteRefused } from "@vintem/domain/ports"

type Kind =
  | "AddCard"
  | "AddDeliveries"
  | "AddSubscription"
  | "CountCouponAgain"
  | "EnqueueJobs"
  | "GiveBackCoupon"
  | "SaveLink"
  | "SaveOrder"
  | "SaveSubscription"
  | "SettleCardAttempt"
  | "WithdrawJobs"

/** One write, of any of these kinds. */
export type Consequence<K extends Kind = Kind> = Write<K>

/** Another writer saved one of these objects meanwhile: read again, decide again. */
export type SaveConflict = WriteRefused<Kind>
