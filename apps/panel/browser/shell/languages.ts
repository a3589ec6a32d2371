/**
 * The panel's texts by language: the document's own come with the first script, another language's when it is chosen.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { brazilianPortuguese } from "../../src/text/brazilian-portuguese.ts"
import type { Language, Words } from "../../src/text/words.ts"
import { isConnected } from "../ask/connection.ts"
import { firstLanguage, keepLanguage, speak } from "../state/language.ts"
import { untilThere } from "./on-demand.ts"

const wordsIn: Readonly<Record<Language, Effect.Effect<Words>>> = {
  "pt-BR": Effect.succeed(brazilianPortuguese),
  en: Effect.map(
    untilThere(() => import("../../src/text/english.ts")),
    ({ english }) => english,
  ),
}

/** Changes the language, once its texts are loaded. */
const change = (language: Language): Effect.Effect<void> => Effect.map(wordsIn[language], speak)

/** Uses the first language. If its texts do not load, the document's own language says that there is no connection. */
export const speakFirst: Effect.Effect<void> = Effect.suspend(() => {
  const changing = Effect.runFork(change(firstLanguage()))
  return Effect.raceFirst(Effect.asVoid(Fiber.await(changing)), connectionLost)
})

const connectionLost = Effect.callback<void>((resume) => {
  const stopListening = isConnected.listen((isThere) => {
    if (!isThere) resume(Effect.void)
  })
  return Effect.sync(stopListening)
})

/** Switches to the language that the user chose, and remembers it. */
export const choose = (language: Language): void => {
  keepLanguage(language)
  Effect.runFork(change(language))
}
