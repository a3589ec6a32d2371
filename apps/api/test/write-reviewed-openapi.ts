/**
 * Writes the reviewed copy of the API description anew. Read the difference before it is committed: clients depend on it.
 */
import { writeFile } from "node:fs/promises"
import { PublicApi } from "@vintem/contract"
import { OpenApi } from "effect/http-api"

const copy = new URL("./openapi.reviewed.json", import.meta.url)

await writeFile(copy, `${JSON.stringify(OpenApi.fromApi(PublicApi), null, 2)}\n`)
