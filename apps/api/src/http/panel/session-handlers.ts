/**
 * A user's own data in the panel: views and changes.
 */
import {
  beginSecondFactor,
  confirmSecondFactor,
  provePassword,
  signOutElsewhere,
  turnOffSecondFactor,
} from "@vintem/application"
import {
  confirmSecondFactorBody,
  done,
  meView,
  NotFound,
  PanelOwn,
  pageOf,
  proofBody,
  removeSecondFactorBody,
  SignedIn,
  secondFactorRefused,
  sessionIdFromPath,
  sessionView,
  wrongCode,
} from "@vintem/contract"
import { noCredentials, SealedSecret } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import type { Company } from "@vintem/domain/company"
import { CompanyRepository, perPage, SessionRepository, UserRepository } from "@vintem/domain/ports"
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { json } from "../edge/body/answers.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { operation } from "../edge/received-request.ts"
import { visitorOf } from "../edge/request/client-address-of.ts"
import { listPage } from "../edge/request/list-page.ts"
import { orServerError } from "../edge/server-error.ts"
import { notTheCode, notTheirPassword, tooBusy, tooFast } from "./come-in.ts"
import { giveMark, takeTokenBack } from "./session-cookie.ts"

export const session = HttpApiBuilder.group(PanelOwn, "session", (handlers) =>
  handlers
    .handle("whoAmI", () => whoAmI)
    .handle("signOut", () =>
      Effect.gen(function* () {
        const { session: current, user } = yield* SignedIn
        const { end } = yield* SessionRepository
        yield* end(user.id, current.id)
        yield* takeTokenBack
        return done("Signed out.")
      }).pipe(orServerError),
    )
    .handle("list", ({ query }) =>
      Effect.gen(function* () {
        const { session: current, user } = yield* SignedIn
        const { list } = yield* SessionRepository
        const page = pageOf(query)
        const now = instant(yield* Clock.currentTimeMillis)
        const found = yield* list(user.id, now, { page, size: perPage })
        return yield* listPage(page, found, (one) => sessionView(one, current))
      }).pipe(orServerError),
    )
    .handle("end", ({ params }) =>
      Effect.gen(function* () {
        const { user } = yield* SignedIn
        const { end } = yield* SessionRepository
        const id = sessionIdFromPath(params.id)
        const isEnded = Option.isSome(id) && (yield* end(user.id, id.value))
        return isEnded ? done("The session was ended.") : yield* new NotFound()
      }).pipe(orServerError),
    )
    .handle("endOthers", () =>
      Effect.gen(function* () {
        const { session: current, user } = yield* SignedIn
        yield* giveMark(yield* signOutElsewhere(user.id, current.id))
        return done("All other sessions were ended.")
      }).pipe(orServerError),
    )
    .handle("beginSecondFactor", () =>
      Effect.gen(function* () {
        const { user } = yield* SignedIn
        const { sealed, shown, uri } = yield* beginSecondFactor(user)
        return { data: { secret: Redacted.value(shown), uri: Redacted.value(uri), sealed } }
      }),
    )
    .handleRaw("prove", () => prove, uninterruptible)
    .handleRaw("confirmSecondFactor", () => confirm, uninterruptible)
    .handleRaw("removeSecondFactor", () => remove, uninterruptible),
)

const whoAmI = Effect.gen(function* () {
  const signedIn = yield* SignedIn
  const { find } = yield* CompanyRepository
  const users = yield* UserRepository
  const credentials = yield* users.credentials(signedIn.user.id)
  const companies = new Map<Company["id"], Company>()
  for (const grant of signedIn.grants) {
    if (grant._tag !== "company") continue
    const company = Option.getOrNull(yield* find(grant.company))
    if (company !== null) companies.set(company.id, company)
  }
  return {
    data: meView(
      signedIn,
      Option.getOrElse(credentials, () => noCredentials),
      companies,
    ),
  }
}).pipe(orServerError)

const prove = operation(
  { body: proofBody, isKeyed: false },
  Effect.fnUntraced(
    function* ({ input }) {
      const { session } = yield* SignedIn
      yield* provePassword(session, input.password, yield* visitorOf)
      return json(200, done("The password is right."))
    },
    Effect.catchTags({ WrongCredentials: notTheirPassword, TooManyGuesses: tooFast, PasswordsBusy: tooBusy }),
  ),
)

const isSealed = Schema.is(SealedSecret)

const confirm = operation(
  { body: confirmSecondFactorBody, isKeyed: false },
  Effect.fnUntraced(
    function* ({ input }) {
      const { session, user } = yield* SignedIn
      const sealed = Redacted.value(input.sealed)
      // A secret that this service did not seal has no code.
      if (!isSealed(sealed)) return yield* Effect.fail(wrongCode())
      const { codes, mark } = yield* confirmSecondFactor({ session, user }, sealed, input.code)
      yield* giveMark(mark)
      return json(200, { data: { recovery_codes: codes.map(Redacted.value) } })
    },
    Effect.catchTags({
      WrongCode: notTheCode,
      TooManyGuesses: tooFast,
      SecondFactorRefused: (refused) => Effect.fail(secondFactorRefused(refused)),
    }),
  ),
)

const remove = operation(
  { body: removeSecondFactorBody, isKeyed: false },
  Effect.fnUntraced(
    function* ({ input }) {
      const { session, user } = yield* SignedIn
      yield* giveMark(yield* turnOffSecondFactor({ session, user }, input.code))
      return json(200, done("The second factor is off."))
    },
    Effect.catchTags({
      WrongCode: notTheCode,
      TooManyGuesses: tooFast,
      SecondFactorRefused: (refused) => Effect.fail(secondFactorRefused(refused)),
    }),
  ),
)
