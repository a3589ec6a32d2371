/**
 * What is known of a request before anybody looks into it.
 */
import { Context } from "effect"

/** Names the request in its answer, in every log line about it, and to whoever reports a fault. */
export const RequestId = Context.Reference<string>("@vintem/api/http/RequestId", { defaultValue: () => "none" })
