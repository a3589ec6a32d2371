/**
 * Shows what a user may do, and hides the rest. This is the one place where the panel decides it, for buttons, forms
 * and links.
 */
import type { Permission } from "@vintem/domain/access"
import type { ComponentChildren } from "preact"
import { usePanel } from "../shell/panel-context.ts"

interface AllowedProps {
  /** The permission that the operation needs, by `panelOperations`. */
  readonly to: Permission
  readonly children: ComponentChildren
  /** Shown to other users; nothing if absent. */
  readonly otherwise?: ComponentChildren
}

/** Marked with its permission. A test compares the marks with the table of roles. */
export const Allowed = ({ children, otherwise = null, to }: AllowedProps) =>
  usePanel().may(to) ? (
    <div class="allowed" data-permission={to}>
      {children}
    </div>
  ) : (
    otherwise
  )
