/**
 * A customer who is not there.
 */
import { Schema } from "effect"

/** The company has no such customer; another company's is none of its own. Nothing was done. */
export class NoSuchCustomer extends Schema.TaggedError<NoSuchCustomer>()("NoSuchCustomer", {}) {}
