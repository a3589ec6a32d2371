/**
 * What making a company says, in one language. It comes with the page of the companies.
 */
export interface CompaniesWords {
  readonly make: Readonly<Record<"verb" | "says", string>>
  readonly nameWrong: string
  readonly documentHint: string
  readonly documentWrong: string
  /** @param city - where there is none */
  readonly cityHint: (city: string) => string
  readonly cityWrong: string
}
