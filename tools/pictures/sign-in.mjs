/**
 * Signs the owner of a demo shop in to the panel.
 */
const password = "quatro palavras sem sentido"

/**
 * @param page - of a browser that speaks Portuguese
 * @param owner - from `demoShop`; works once, because it uses up the link
 */
export const signIn = async (page, owner) => {
  await page.goto(owner.link)
  await page.getByLabel("Nova senha").fill(password)
  await page.getByRole("button", { name: "Criar nova senha" }).click()
  await page.getByLabel("E-mail").fill(owner.email)
  await page.getByLabel("Senha").fill(password)
  await page.getByRole("button", { name: "Entrar" }).click()
  await page.getByRole("navigation").first().waitFor()
}
