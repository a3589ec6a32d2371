/**
 * What a user may do is shown, and what a user may not do is not there: the one place where the panel decides it, for buttons, forms and the
 * links to them.
 */
import type { Permission } from "@vintem/domain/access"
import type { ComponentChildren } from "preact"
import { usePanel } from "../shell/panel-context.ts"

interface AllowedProps {
  /** What the operation behind it demands, as `panelOperations` says. */
  readonly to: Permission
  readonly children: ComponentChildren
  /** What others see instead; nothing if it is absent. */
  readonly otherwise?: ComponentChildren
}

/** Marked with the permission by which it is there, which a test compares with the table of roles. */
export const Allowed = ({ children, otherwise = null, to }: AllowedProps) =>
  usePanel().may(to) ? (
    <div class="allowed" data-permission={to}>
      {children}
    </div>
  ) : (
    otherwise
  )
