/**
 * What is said where a webhook gets another secret or is removed, in one language. It comes with the page of the webhook.
 */
export interface WebhookChangeWords {
  readonly rotate: {
    readonly verb: string
    /** @param hours - for which the secret before goes on signing */
    readonly says: (hours: number) => string
    readonly done: (hours: number) => string
  }
  readonly newSecret: string
  readonly remove: {
    readonly verb: string
    /** @param givenUp - the state of what was waiting */
    readonly says: (givenUp: string) => string
    readonly done: string
  }
  /** Above the kinds of events that are sent. */
  readonly events: string
  /** No kind is chosen. */
  readonly eventsWrong: string
  /** Somebody has removed it meanwhile. */
  readonly isGone: string
}
