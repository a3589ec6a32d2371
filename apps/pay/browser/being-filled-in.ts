/** Tells if a payer is filling in the form. If they are, the page must not replace it, while the form is of use. */
export const isBeingFilledIn = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>("form.pay input:not([type=hidden], [type=radio])")].some(
    ({ defaultValue, value }) => value !== defaultValue,
  )
