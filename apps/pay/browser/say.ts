/** Makes a screen reader say something, wherever the payer is on the page. */
export const say = (...sentences: ReadonlyArray<string>): void => {
  const place = document.getElementById("said")
  if (place !== null) place.textContent = sentences.join(" ")
}

/** The page's headline and its explanation, as sentences. */
export const noticeSaid = (): string => {
  const notice = document.querySelector(".notice")
  if (notice === null) return document.querySelector("main h1")?.textContent ?? ""
  return [...notice.children].map(({ textContent }) => textContent).join(". ")
}
