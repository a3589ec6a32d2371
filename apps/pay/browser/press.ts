/** True while a finger or a mouse presses something. */
let isPressed = false

// Registered first: when a press leaves a field, the field's handler already knows of the press.
addEventListener(
  "pointerdown",
  () => {
    isPressed = true
  },
  true,
)
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(
    end,
    () => {
      isPressed = false
    },
    true,
  )
}

/**
 * Runs something once nothing is pressed and the click has happened: a sentence that appears earlier would move the
 * button away from under the finger.
 */
export const afterPress = (work: () => void): void => {
  if (isPressed) addEventListener("pointerup", () => setTimeout(work, 0), { once: true })
  else work()
}
