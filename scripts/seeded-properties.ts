// Runs before each test file: if `VINTEM_TEST_SEED` is set, properties repeat that seed's values.
import fc from "fast-check"

const seed = process.env["VINTEM_TEST_SEED"]
if (seed !== undefined && seed !== "") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) })
