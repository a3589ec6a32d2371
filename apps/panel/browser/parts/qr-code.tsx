/** A text as a QR code, for a camera. The drawing code is loaded with the first QR code. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useEffect, useState } from "preact/hooks"

interface QrCodeProps {
  readonly label: string
  /** The text also stands next to the code: if the code fails to load, nothing is lost. */
  readonly text: string
}

/** Rows of modules; true is dark. */
type Rows = ReadonlyArray<ReadonlyArray<boolean>>

const rowsOf = (text: string): Effect.Effect<Rows> =>
  Effect.match(
    Effect.tryPromise(() => import("qr")),
    {
      onFailure: (): Rows => [],
      onSuccess: ({ default: encode }): Rows => encode(text, "raw", { ecc: "medium", border: 2 }),
    },
  )

export const QrCode = ({ label, text }: QrCodeProps) => {
  const [rows, setRows] = useState<Rows>([])
  useEffect(
    () =>
      Effect.runFork(rowsOf(text)).addObserver((exit) => {
        if (Exit.isSuccess(exit)) setRows(exit.value)
      }),
    [text],
  )
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("")
  return (
    <svg class="qr" role="img" aria-label={label} aria-busy={path === ""} viewBox={`0 0 ${rows.length} ${rows.length}`}>
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
