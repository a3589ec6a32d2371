/**
 * A text as a QR code, for a camera.
 */
import encodeQR from "qr"

interface QrCodeProps {
  readonly label: string
  readonly text: string
}

export const QrCode = ({ label, text }: QrCodeProps) => {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 2 })
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("")
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${rows.length} ${rows.length}`}>
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
