/** The answer of operations without data to show. */
import * as Schema from "effect/Schema"

export const MessageResponse = Schema.Struct({ hasError: Schema.Literal(false), response: Schema.String }).annotate({
  identifier: "MessageResponse",
  examples: [{ hasError: false, response: "Done." }],
})
export type MessageResponse = typeof MessageResponse.Type

/**
 * It was done; there is no more data.
 *
 * @param response - a sentence for people
 */
export const done = (response: string): MessageResponse => ({ hasError: false, response })
