/** A link's methods in words, from its switches on the wire. */
import { type EnableFlags, enableFlag } from "@vintem/contract"
import { forEachMethod, methodRules, PaymentMethod } from "@vintem/domain/method"
import type { LinkMethods } from "@vintem/domain/payment-link"
import type { Words } from "./text/words.ts"

export const methodsOf = (link: EnableFlags): LinkMethods => forEachMethod((method) => link[enableFlag(method)])

/** The names of the methods that are on. */
export const methodNames = (methods: LinkMethods, words: Words): string =>
  PaymentMethod.literals
    .flatMap((method) => (methods[method] ? methodRules[method].title[words.language] : []))
    .join(", ")
