/** Has a screen reader say something, wherever the payer is on the page. */
export const say = (...sentences: ReadonlyArray<string>): void => {
  const place = document.getElementById("said")
  if (place !== null) place.textContent = sentences.join(" ")
}

/** The headline of the page and what it means, as one says them. */
export const noticeSaid = (): string => {
  const notice = document.querySelector(".notice")
  if (notice === null) return document.querySelector("main h1")?.textContent ?? ""
  return [...notice.children].map(({ textContent }) => textContent).join(". ")
}
