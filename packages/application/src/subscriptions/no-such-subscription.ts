/**
 * The subscription that nobody has.
 */
import { Schema } from "effect"

/** The company has no such subscription; another company's is none of its own. Nothing was done. */
export class NoSuchSubscription extends Schema.TaggedError<NoSuchSubscription>()("NoSuchSubscription", {}) {}
