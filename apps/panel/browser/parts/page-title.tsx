/**
 * The heading of a page. It gets the focus when the page is opened.
 */
import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { shared } from "../state/shared.ts"

interface PageTitleProps {
  readonly title: string
  /** Actions on the page as a whole. */
  readonly children?: ComponentChildren
}

/** The first page is read from its beginning, with the menu. */
const isFirst = shared(true)

export const PageTitle = ({ children, title }: PageTitleProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Vintém`
  }, [title])
  useEffect(() => {
    if (!isFirst.get()) heading.current?.focus()
    isFirst.set(false)
  }, [])
  return (
    <div class="page-title">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children === undefined ? null : <div class="actions">{children}</div>}
    </div>
  )
}
