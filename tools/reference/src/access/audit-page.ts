/** The changes with an entry in the audit log: the table that use cases follow. */
import { AuditAction, auditActions } from "@vintem/domain/audit"
import { code, markdownTable } from "../markdown.ts"
import type { ReferencePage } from "../page.ts"

export const auditPage = (): ReferencePage => ({
  name: "audit.md",
  title: "Audited changes",
  about: "Which changes have an entry in the audit log, and what each entry is about.",
  body: `What a person, a key or an operator asks for has an entry where it changed something. What follows from it by itself has none: orders,
links, batches and subscriptions have logs of their own.

${markdownTable(
  ["action", "the actor", "subject"],
  AuditAction.literals.map((action) => [code(action), auditActions[action].about, auditActions[action].subject]),
)}`,
})
