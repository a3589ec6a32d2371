/** A sheet from a file: the browser reads it, and sends nothing. It also offers a model sheet. */
import * as Result from "effect/Result"
import { useId, useState } from "preact/hooks"
import { type Decode, decodeSheet } from "../../../src/sheet/decode.ts"
import { modelSheet } from "../../../src/sheet/model.ts"
import { printSheet } from "../../../src/sheet.ts"
import { type BatchWords, batchWords } from "../../../src/text/batches/words.ts"
import { saveFile } from "../../parts/save-file.ts"
import { useWords, useWordsOf } from "../../state/language.ts"

interface SheetFileProps {
  readonly onSheet: (text: string) => void
}

type Refusal = keyof BatchWords["fileRefused"]

const decode: Decode = (bytes, encoding) => new TextDecoder(encoding).decode(bytes)

export const SheetFile = ({ onSheet }: SheetFileProps) => {
  const words = useWords()
  const own = useWordsOf(batchWords)
  const id = useId()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const choose = (file: File | undefined): void => {
    if (file === undefined) return
    file.arrayBuffer().then(
      (bytes) => {
        const text = decodeSheet(new Uint8Array(bytes), decode)
        setRefusal(Result.isSuccess(text) ? null : text.failure)
        if (Result.isSuccess(text)) onSheet(text.success)
      },
      () => setRefusal("unreadable"),
    )
  }
  return (
    <div class="field">
      <label for={id}>{own.paste.file}</label>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        aria-describedby={`${id}-hint ${id}-fault`}
        onChange={(event) => choose(event.currentTarget.files?.[0])}
      />
      <p class="hint" id={`${id}-hint`}>
        {own.paste.fileHint}
      </p>
      <p class="fault" id={`${id}-fault`} role="status">
        {refusal === null ? "" : own.fileRefused[refusal]}
      </p>
      <button
        type="button"
        onClick={() => saveFile(`${own.modelName}.csv`, "text/csv", printSheet(modelSheet(words.language, own.fields)))}
      >
        {own.model}
      </button>
    </div>
  )
}
