/** The copies that copy.test.ts leaves out. */
import { copyBetween } from "./copy-between.ts"

copyBetween("SQLite", "SQLite")
copyBetween("PostgreSQL", "SQLite")
copyBetween("PostgreSQL", "PostgreSQL")
