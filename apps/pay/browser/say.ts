/** Has a screen reader say something, wherever the payer is on the page. */
export const say = (text: string): void => {
  const place = document.getElementById("said")
  if (place !== null) place.textContent = text
}
