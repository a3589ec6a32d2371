/** The shape of texts in one language, required of every other: a missing one does not compile. */
export type Said<Texts> = Texts extends string
  ? string
  : Texts extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Name in keyof Texts]: Said<Texts[Name]> }
