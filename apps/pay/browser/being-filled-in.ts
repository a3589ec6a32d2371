/** A payer who chooses another way to pay must not lose what they have typed, as long as it is of use. */
export const isBeingFilledIn = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>("form.pay input:not([type=hidden], [type=radio])")].some(
    ({ defaultValue, value }) => value !== defaultValue,
  )
