/**
 * A sheet from a file: it is read in the browser, and nothing is sent.
 */
import { useId, useState } from "preact/hooks"
import { useWords } from "../../state/language.ts"

/** More than the most rows of a batch take. */
const bytesMax = 2_000_000

interface SheetFileProps {
  readonly onSheet: (text: string) => void
}

export const SheetFile = ({ onSheet }: SheetFileProps) => {
  const words = useWords()
  const id = useId()
  const [isWrong, setWrong] = useState(false)
  const choose = (file: File | undefined): void => {
    if (file === undefined) return
    setWrong(file.size > bytesMax)
    if (file.size > bytesMax) return
    file.arrayBuffer().then(
      (bytes) => {
        const text = sheetTextOf(bytes)
        setWrong(text === null)
        if (text !== null) onSheet(text)
      },
      () => setWrong(true),
    )
  }
  return (
    <div class="field">
      <label for={id}>{words.batch.file}</label>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        aria-describedby={`${id}-hint ${id}-fault`}
        onChange={(event) => choose(event.currentTarget.files?.[0])}
      />
      <p class="hint" id={`${id}-hint`}>
        {words.batch.fileHint}
      </p>
      <p class="fault" id={`${id}-fault`} role="status">
        {isWrong ? words.batch.fileWrong : ""}
      </p>
    </div>
  )
}

/** Spreadsheets in Brazil save CSV in Windows-1252 unless they are told otherwise. Null where it is no text. */
const sheetTextOf = (bytes: ArrayBuffer): string | null => {
  const unicode = new TextDecoder("utf-8").decode(bytes)
  const text = unicode.includes("\uFFFD") ? new TextDecoder("windows-1252").decode(bytes) : unicode
  return text.includes("\0") ? null : text
}
