/**
 * A message to a payer, as mail programs show it.
 */

/** A message without its addresses. */
export interface Mail {
  /** The sender's shown name. One line. */
  readonly sender: string
  /** The recipient's name, empty if unknown. One line. */
  readonly recipient: string
  /** One line. */
  readonly subject: string
  readonly text: string
  /** A whole document. It loads nothing: a request would tell when the mail is read. */
  readonly html: string
}

/** @param title - escaped, like the body */
export const mailDocument = (
  { language, title }: { readonly language: string; readonly title: string },
  body: string,
): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
</head>
<body style="margin:0;padding:24px;background:#f4f4f5;color:#18181b;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px">
${body}
</div>
</body>
</html>
`
