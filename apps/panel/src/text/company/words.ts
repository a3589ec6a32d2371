/**
 * What operators read where they make a company, and where they change who it is, in one language.
 */
export interface CompanyWords {
  readonly make: Readonly<Record<"verb" | "says", string>>
  readonly change: Readonly<Record<"title" | "verb", string>>
  readonly nameWrong: string
  readonly documentHint: string
  readonly documentWrong: string
  /** @param city - where there is none */
  readonly cityHint: (city: string) => string
  readonly cityWrong: string
  readonly minimumHint: string
  readonly minimumWrong: string
  readonly cloud: string
  readonly cloudHint: string
  /** What is done with single orders from cloud hosting, `usual` being what the service does. */
  readonly cloudOrders: Readonly<Record<"usual" | "refused" | "taken", string>>
}
