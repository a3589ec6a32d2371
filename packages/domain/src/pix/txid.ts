// Identifiers of a Pix charge. A payment returns them, so they show what was paid.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** Why a txid is refused. If several reasons hold, the first is given. */
export const TxidRefusal = Schema.Literals(["characters", "length"])
export type TxidRefusal = typeof TxidRefusal.Type

/**
 * The text is not a txid of its kind.
 *
 * `characters`: something other than ASCII letters and digits; hyphens and underscores are never allowed. `length`:
 * static codes take 1 to 25 characters, dynamic charges 26 to 35.
 */
export class TxidRefused extends Schema.TaggedError<TxidRefused>()("TxidRefused", { reason: TxidRefusal }) {}

/** The txid of a static code: 1 to 25 letters and digits. */
export const StaticTxid = Schema.String.check(Schema.isPattern(/^[a-zA-Z0-9]{1,25}$/u)).pipe(Schema.brand("StaticTxid"))
export type StaticTxid = typeof StaticTxid.Type

/**
 * Identifies a dynamic charge (`cob`, `cobv`) at the acquirer: 26 to 35 letters and digits, unique for each receiver's
 * document.
 *
 * @see API Pix 2.9.0, `txid`
 */
export const ChargeTxid = Schema.String.check(Schema.isPattern(/^[a-zA-Z0-9]{26,35}$/u)).pipe(
  Schema.brand("ChargeTxid"),
)
export type ChargeTxid = typeof ChargeTxid.Type

/** Accepts the identifier of a static code unchanged. */
export const parseStaticTxid = (input: string): Result.Result<StaticTxid, TxidRefused> =>
  isStaticTxid(input) ? Result.succeed(input) : Result.fail(refused(input))

/** Accepts the identifier of a charge unchanged. */
export const parseChargeTxid = (input: string): Result.Result<ChargeTxid, TxidRefused> =>
  isChargeTxid(input) ? Result.succeed(input) : Result.fail(refused(input))

/** A UUID without its hyphens: 32 characters, and as unique as before. */
export const chargeTxidFromUuid = (uuid: string): Result.Result<ChargeTxid, TxidRefused> =>
  parseChargeTxid(uuid.replaceAll("-", ""))

const isStaticTxid = Schema.is(StaticTxid)
const isChargeTxid = Schema.is(ChargeTxid)

const refused = (input: string): TxidRefused =>
  new TxidRefused({ reason: /^[a-zA-Z0-9]*$/u.test(input) ? "length" : "characters" })
