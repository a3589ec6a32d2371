/** Chooses the coding of a text by the caller's `Accept-Encoding` (RFC 9110, 12.5.3). */

/** The codings that we send, the best one first. */
const codings = ["br", "gzip", "identity"] as const
export type Coding = (typeof codings)[number]

/** The best coding that the caller accepts. A caller that refuses all of them, plain text included, gets plain text. */
export const codingFor = (acceptEncoding: string): Coding => {
  const weights = new Map(acceptEncoding.split(",").map(weighed))
  const isTaken = (coding: Coding) => (weights.get(coding) ?? weights.get("*") ?? 0) > 0
  return codings.find(isTaken) ?? "identity"
}

/** `gzip;q=0.5` weighs 0.5. Without `q` it weighs 1. */
const weighed = (member: string): readonly [string, number] => {
  const [name = "", ...parameters] = member.split(";").map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith("q="))
  return [name, weight === undefined ? 1 : Number(weight.slice("q=".length))]
}
