/** The caller of the back office, after a guard has authenticated it. */
import { Acting, SignedIn, WhoActs } from "@vintem/contract"
import { Effect, Layer } from "effect"

/** The caller has the administration's token. */
export const operatorActs = Layer.succeed(
  WhoActs,
  WhoActs.of((handler) => Effect.provideService(handler, Acting, { user: null })),
)

/** The caller has a session, and its guard identifies the user. Without that guard, this does nothing. */
export const signedInActs = Layer.succeed(
  WhoActs,
  WhoActs.of((handler) =>
    Effect.flatMap(Effect.serviceOption(SignedIn), (signedIn) =>
      signedIn._tag === "Some"
        ? Effect.provideService(handler, Acting, { user: signedIn.value.user.id })
        : Effect.die(new Error("No user is signed in.")),
    ),
  ),
)
