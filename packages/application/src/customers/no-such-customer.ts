/**
 * A customer who is not there.
 */
import { Schema } from "effect"

/** The company has no such customer: other companies' customers do not count. Nothing was done. */
export class NoSuchCustomer extends Schema.TaggedError<NoSuchCustomer>()("NoSuchCustomer", {}) {}
