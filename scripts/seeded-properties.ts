// Before each file of tests: where `VINTEM_TEST_SEED` is set, properties generate what they generated under that seed.
import fc from "fast-check"

const seed = process.env["VINTEM_TEST_SEED"]
if (seed !== undefined && seed !== "") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) })
