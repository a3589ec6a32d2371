/**
 * The shape of texts in one language, which those in another one have too: what they lack does not compile.
 */
export type Said<Texts> = Texts extends string
  ? string
  : Texts extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Name in keyof Texts]: Said<Texts[Name]> }
