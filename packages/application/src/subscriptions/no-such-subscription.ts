/**
 * The error of a subscription that does not exist for the caller.
 */
import { Schema } from "effect"

/** The company has no such subscription: other companies' subscriptions do not count. Nothing was done. */
export class NoSuchSubscription extends Schema.TaggedError<NoSuchSubscription>()("NoSuchSubscription", {}) {}
