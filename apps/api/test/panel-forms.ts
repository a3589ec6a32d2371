/** Every form of the panel: its place, wrong input, its messages in both languages, and right input. */
import type { Role } from "@vintem/domain/access"
import type { Page } from "playwright-core"
import { password as rightPassword } from "./at-the-panel.ts"
import type { PanelAddress, PanelPlace } from "./panel-place.ts"

/** In Portuguese and in English. */
type Said = readonly [portuguese: string, english: string]

/**
 * The input to a field: a text, an option, a day begun and left incomplete or emptied again, or every box ticked or
 * not.
 */
export type Typed =
  | string
  | { readonly chosen: string }
  | { readonly begun: string }
  | { readonly emptied: true }
  | { readonly ticked: boolean }

interface Mistake {
  /** The field's label, or its boxes' legend. */
  readonly field: string
  readonly typed: Typed
  readonly says: Said
}

export interface PanelForm {
  readonly at: PanelAddress
  /** On the button that sends it; a number stands for any, and one for several. */
  readonly verb: string
  /** The user's role; a visitor without a session if absent. */
  readonly role?: Role | "guarded"
  /** The steps before the form is there. */
  readonly before?: (page: Page, place: PanelPlace) => Promise<unknown>
  /** True if it can cover any page. */
  readonly isOverAny?: boolean
  /** In the page's order. Empty for a form without fields, or whose fields accept everything. */
  readonly wrong: ReadonlyArray<Mistake>
  /** The message of a form that is refused as a whole. The refusal is faked if the service would not refuse it. */
  readonly refused?: { readonly says: Said; readonly isMadeUp: boolean }
  /** The correction; left out if its mistake cannot be corrected, or another row tests it. */
  readonly right?: (place: PanelPlace) => Readonly<Record<string, Typed>>
}

const pressing =
  (...names: ReadonlyArray<string>) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await page.getByRole("main").getByRole("button", { name }).first().click()
  }

const fillingIn =
  (texts: Readonly<Record<string, string>>) =>
  async (page: Page): Promise<void> => {
    for (const [field, text] of Object.entries(texts)) await page.getByLabel(field, { exact: true }).fill(text)
  }

const title: Said = ["Informe um título.", "Enter a title."]
const atLeastACentavo: Said = [
  "Informe um valor de R$ 0,01 a R$ 99.999.999.999,99.",
  "Enter an amount from R$0.01 to R$99,999,999,999.99.",
]
const atMost = (characters: number): Said => [
  `Escreva no máximo ${characters} caracteres.`,
  `Write at most ${characters} characters.`,
]
const zeroOrMore: Said = ["Informe um valor, zero ou mais.", "Enter an amount, zero or more."]
const count: Said = [
  "Informe um número inteiro a partir de 1.",
  "Enter a whole number of at least 1 that is not too large.",
]
const email: Said = ["E-mail inválido. Use o formato nome@exemplo.com.", "Check the e-mail."]
const address: Said = ["Este endereço não é válido.", "Check this address."]
const wrongCode: Said = ["Código incorreto ou já usado.", "The code is wrong, or was used before."]
const password: Said = [
  "Escolha outra senha: de 12 a 200 caracteres, cinco deles diferentes, e diferente do seu e-mail.",
  "Choose another: 12 to 200 characters, five of them different, and not your e-mail.",
]
const missing: Said = ["Preencha este campo.", "Fill in this field."]
const day: Said = ["Esta data não existe ou não está completa.", "This date does not exist or is not complete."]
const laterDay: Said = ["Escolha hoje ou uma data futura.", "Choose today or a later day."]
const range: Said = [
  "Escolha o primeiro e o último dia de um período de até um ano.",
  "Choose a first and a last day, at most a year apart.",
]
const order: Said = ["O último dia vem antes do primeiro.", "The last day comes before the first."]
const bothEnds: Said = ["Escolha o início e um fim posterior.", "Choose a beginning and a later end."]
const fee: Said = [
  "Informe um número a partir de 0, com no máximo duas casas.",
  "Enter a number from 0, with at most two decimals.",
]
const off: Said = [
  "Informe um valor maior que zero e, em porcentagem, de no máximo 100.",
  "Enter more than zero, and at most 100 for a percentage.",
]
const ruleName: Said = ["Informe um nome de no máximo 150 caracteres.", "Enter a name of at most 150 characters."]
const ruleDays: Said = ["Informe de 1 a 365, sem repetir o dia.", "Enter 1 to 365; no day twice."]
const sku: Said = ["Informe um código de no máximo 255 caracteres.", "Enter a code of at most 255 characters."]
const role: Said = [
  "Não permitido: você só pode dar permissões que tem, e a empresa precisa de um dono.",
  "This is not allowed: you can only give permissions you have, and a company must keep an owner.",
]

const refused = {
  isMadeUp: true,
  says: ["Sua função não permite isto.", "Your role does not allow this."],
} as const

const mistake = (field: string, typed: Typed, says: Said): Mistake => ({ field, typed, says })

/** For a dialog that asks for confirmation: it has no fields. */
const asking = (at: PanelAddress, role: Role, verb: string, button = verb): PanelForm => ({
  at,
  role,
  verb,
  before: pressing(button),
  wrong: [],
  refused,
})

const toTheCode = async (page: Page, place: PanelPlace): Promise<void> => {
  await page.getByLabel("E-mail").fill(place.guarded.email)
  await page.getByLabel("Senha").fill(rightPassword)
  await page.getByRole("button", { name: "Entrar" }).click()
  await page.getByLabel("Código").waitFor()
}

const afterTheSession = async (page: Page): Promise<void> => {
  await page.getByRole("table", { name: "Links de pagamento" }).waitFor()
  await page.context().clearCookies()
  // The page's next request shows it: the dialog may be there before the click.
  await page.evaluate("document.querySelector('.menu a[href$=batches]').click()")
  await page.getByRole("dialog").waitFor()
}

const atTheDoor: ReadonlyArray<PanelForm> = [
  {
    at: "signIn",
    verb: "Entrar",
    wrong: [mistake("E-mail", "ana", email), mistake("Senha", "", missing)],
    right: ({ member }) => ({ "E-mail": member.email, Senha: rightPassword }),
  },
  {
    at: "signIn",
    verb: "Entrar",
    before: toTheCode,
    wrong: [mistake("Código", "000000", wrongCode)],
    right: ({ codes: [code] }) => ({ Código: code }),
  },
  {
    at: "forgotten",
    verb: "Enviar link",
    wrong: [mistake("E-mail", "ana", email)],
    right: ({ member }) => ({ "E-mail": member.email }),
  },
  {
    at: "reset",
    verb: "Criar nova senha",
    wrong: [mistake("Nova senha", "curta", password)],
    right: () => ({ "Nova senha": rightPassword }),
  },
  {
    at: "invitation",
    verb: "Aceitar o convite",
    wrong: [
      mistake("Nome", "", ["Informe o seu nome completo.", "Enter your full name."]),
      mistake("Nova senha", "", password),
    ],
    right: () => ({ Nome: "Ana Souza", "Nova senha": rightPassword }),
  },
  {
    at: "links",
    role: "viewer",
    verb: "Entrar",
    before: afterTheSession,
    isOverAny: true,
    wrong: [mistake("E-mail", "ana", email), mistake("Senha", "", missing)],
  },
]

const ofOnesOwn: ReadonlyArray<PanelForm> = [
  {
    at: "account",
    role: "viewer",
    verb: "Confirmar",
    before: pressing("Ativar"),
    wrong: [mistake("Código do autenticador", "000000", wrongCode)],
  },
  {
    at: "account",
    role: "guarded",
    verb: "Desativar",
    wrong: [mistake("Código", "000000", wrongCode)],
    right: ({ codes: [, code] }) => ({ Código: code }),
  },
  asking("account", "viewer", "Sair da empresa"),
]

const selling: ReadonlyArray<PanelForm> = [
  {
    at: "overview",
    role: "owner",
    verb: "Mostrar",
    wrong: [mistake("De", "", range), mistake("Até", "", range)],
    right: () => ({ De: "2026-11-01", Até: "2026-11-19" }),
  },
  {
    at: "orders",
    role: "owner",
    verb: "Buscar",
    wrong: [mistake("De", { begun: "31" }, day), mistake("Até", { begun: "31" }, day)],
    right: () => ({ De: "2026-11-01", Até: "2026-11-19" }),
  },
  {
    at: "order",
    role: "owner",
    verb: "Reembolsar",
    before: pressing("Reembolsar"),
    wrong: [
      mistake("Valor do reembolso", "cem", [
        "Informe um valor de R$ 0,01 a R$ 189,80.",
        "Enter an amount from R$0.01 to R$189.80.",
      ]),
    ],
    right: () => ({ "Valor do reembolso": "1,00" }),
  },
  asking("order", "owner", "Concluir pedido"),
  asking("openOrder", "owner", "Cancelar pedido"),
  asking("disputedOrder", "owner", "Responder à contestação"),
  asking("silentOrder", "owner", "Resolver manualmente"),
  asking("order", "owner", "Enviar de novo"),
  {
    at: "openOrder",
    role: "developer",
    verb: "Simular",
    wrong: [
      mistake("Evento", { chosen: "Contestação ganha" }, [
        "Este evento não é possível na situação atual do pedido.",
        "The acquirer cannot report this in the order's current state.",
      ]),
    ],
    right: () => ({ Evento: { chosen: "Pagamento recebido" } }),
  },
  {
    at: "newLink",
    role: "support",
    verb: "Criar link",
    wrong: [
      mistake("Título", "", title),
      mistake("Valor", "cem", atLeastACentavo),
      mistake("E-mail do cliente", "ana", email),
    ],
    right: () => ({ Título: "Aula", Valor: "10", "E-mail do cliente": "" }),
  },
  {
    at: "newLink",
    role: "support",
    verb: "Criar link",
    before: fillingIn({ Valor: "10" }),
    wrong: [
      mistake("Título", "x".repeat(151), atMost(150)),
      mistake("Acréscimo", "cinco", atLeastACentavo),
      mistake("Descrição", "x".repeat(1_001), atMost(1_000)),
      mistake("Sua referência", "x".repeat(101), atMost(100)),
    ],
    right: () => ({ Título: "x".repeat(150), Acréscimo: "5", Descrição: "x".repeat(1_000), "Sua referência": "" }),
  },
  {
    at: "newLink",
    role: "support",
    verb: "Criar link",
    before: fillingIn({ Título: "Aula", Valor: "10" }),
    wrong: [mistake("Vencimento", { begun: "31" }, day)],
    right: () => ({ Vencimento: { emptied: true } }),
  },
  {
    at: "newLink",
    role: "support",
    verb: "Criar link",
    before: fillingIn({ Título: "Aula", Valor: "10" }),
    wrong: [
      mistake("Formas de pagamento", { ticked: false }, [
        "Aceite pelo menos uma forma de pagamento.",
        "Choose at least one method.",
      ]),
    ],
    right: () => ({ "Formas de pagamento": { ticked: true } }),
  },
  {
    at: "link",
    role: "support",
    verb: "Salvar",
    before: pressing("Alterar"),
    wrong: [mistake("Título", "", title), mistake("Valor", "cem", atLeastACentavo)],
    right: () => ({ Título: "Aula", Valor: "10" }),
  },
  {
    at: "link",
    role: "support",
    verb: "Salvar",
    before: pressing("Alterar"),
    wrong: [mistake("Vencimento", "2020-01-01", laterDay)],
    right: () => ({ Vencimento: "" }),
  },
  asking("link", "support", "Excluir"),
  {
    at: "newBatch",
    role: "support",
    verb: "Criar 1 link",
    wrong: [
      mistake("Planilha", "Ana Souza;10,00\nJosé Lima;20,00", [
        "As primeiras linhas não têm os nomes das colunas. Escreva-os acima dos clientes, por exemplo: Nome; E-mail; Valor.",
        "The first rows have no column names. Write them above the customers, for example: Name; E-mail; Amount.",
      ]),
      mistake("Valor padrão", "cem", atLeastACentavo),
      mistake("Acréscimo", "cinco", atLeastACentavo),
    ],
    right: () => ({ Planilha: "nome\nAna Souza", "Valor padrão": "10", Acréscimo: "" }),
  },
  {
    at: "newBatch",
    role: "support",
    verb: "Criar 1 link",
    before: async (page) => {
      await fillingIn({ Planilha: "nome;e-mail;valor\nAna Souza;ana@example.com;10" })(page)
      await pressing("Corrigir a linha 2")(page)
    },
    wrong: [mistake("E-mail, linha 2", "ana", ["o e-mail não é válido", "the e-mail is not valid"])],
    right: () => ({ "E-mail, linha 2": "ana@example.com" }),
  },
  {
    at: "newBatch",
    role: "support",
    verb: "Criar 1 link",
    before: fillingIn({ Planilha: "nome;Combinado\nAna Souza;150,00", "Valor padrão": "10" }),
    wrong: [
      mistake("Coluna “Combinado”", { chosen: "Ignorada" }, [
        "Parece ter valores, mas está ignorada. Escolha um campo ou “Não usar”.",
        "It seems to hold amounts, but is ignored. Choose a field, or “Do not use”.",
      ]),
    ],
    right: () => ({ "Coluna “Combinado”": { chosen: "Valor" } }),
  },
  {
    at: "newBatch",
    role: "support",
    verb: "Criar 1 link",
    before: fillingIn({ Planilha: "nome;valor\nAna Souza;10" }),
    wrong: [
      mistake("Nome do lote", "x".repeat(151), atMost(150)),
      mistake("Título padrão", "x".repeat(151), atMost(150)),
    ],
  },
  {
    at: "newBatch",
    role: "support",
    verb: "Criar 1 link",
    before: fillingIn({ Planilha: "nome;valor\nAna Souza;10" }),
    wrong: [mistake("Vencimento", "2020-01-01", laterDay)],
    right: () => ({ Vencimento: "" }),
  },
  asking("batch", "support", "Parar lote"),
  asking("subscription", "owner", "Cancelar assinatura"),
  {
    at: "customers",
    role: "support",
    verb: "Buscar",
    wrong: [
      mistake("Buscar", "ana", ["Informe um CPF, CNPJ ou e-mail completo.", "Enter a complete CPF, CNPJ or e-mail."]),
    ],
    right: () => ({ Buscar: "ana@example.com" }),
  },
  asking("customer", "owner", "Exportar dados"),
  asking("settledCustomer", "owner", "Apagar dados"),
]

const catalogue: ReadonlyArray<PanelForm> = [
  {
    at: "products",
    role: "developer",
    verb: "Criar produto",
    before: pressing("Criar produto"),
    wrong: [
      mistake("Título", "", title),
      mistake("Seu código (SKU)", "", sku),
      mistake("Preço", "cem", zeroOrMore),
      mistake("Custo", "pouco", zeroOrMore),
    ],
    right: () => ({ Título: "Curso", "Seu código (SKU)": "curso", Preço: "10", Custo: "" }),
  },
  {
    at: "products",
    role: "developer",
    verb: "Alterar",
    before: pressing("Alterar: Aula"),
    wrong: [mistake("Título", "", title), mistake("Seu código (SKU)", "", sku)],
    right: () => ({ Título: "Aula", "Seu código (SKU)": "aula" }),
  },
  {
    at: "products",
    role: "developer",
    verb: "Excluir",
    before: pressing("Excluir: Aula"),
    wrong: [],
    refused: {
      isMadeUp: false,
      says: [
        "Um checkout ainda vende este produto. Exclua primeiro o checkout.",
        "A checkout still sells this product. Delete the checkout first.",
      ],
    },
  },
  {
    at: "checkouts",
    role: "developer",
    verb: "Criar checkout",
    before: pressing("Criar checkout"),
    wrong: [
      mistake("Título", "", title),
      mistake("Identificador na API", "Curso de violão", [
        "Escolha outro identificador: de 1 a 100 letras sem acento, números, hifens ou sublinhados, que não esteja em uso.",
        "Choose another slug: 1 to 100 letters without accents, digits, hyphens or underscores, not yet taken.",
      ]),
      mistake("Produto", { chosen: "Escolha um produto" }, ["Escolha um produto.", "Choose a product."]),
      mistake("Quantidade", "nenhum", count),
      mistake("Página de retorno após o pagamento (URL)", "loja", address),
    ],
    right: () => ({
      Título: "Outra aula",
      "Identificador na API": "",
      Produto: { chosen: "Aula" },
      Quantidade: "1",
      "Página de retorno após o pagamento (URL)": "",
    }),
  },
  {
    at: "checkouts",
    role: "developer",
    verb: "Alterar",
    before: pressing("Alterar: Violão para todos"),
    wrong: [mistake("A cada quantos meses", "x", count), mistake("Número de cobranças", "x", count)],
    right: () => ({ "A cada quantos meses": "1", "Número de cobranças": "" }),
  },
  asking("checkouts", "developer", "Excluir"),
  {
    at: "coupons",
    role: "developer",
    verb: "Criar cupom",
    before: pressing("Criar cupom"),
    wrong: [
      mistake("Código", "", [
        "Escolha outro código: letras sem acento, números e . _ % + -, que não esteja em uso.",
        "Choose another code: letters without accents, digits and . _ % + -, not yet taken.",
      ]),
      mistake("Valor do desconto", "muito", off),
      mistake("Limite de usos", "poucos", count),
    ],
    right: () => ({ Código: "PASCOA", "Valor do desconto": "10", "Limite de usos": "" }),
  },
  {
    at: "coupons",
    role: "developer",
    verb: "Alterar",
    before: pressing("Alterar: NATAL10"),
    wrong: [mistake("Valor do desconto", "200", off), mistake("Limite de usos", "0", count)],
    right: () => ({ "Valor do desconto": "20", "Limite de usos": "5" }),
  },
  asking("coupons", "developer", "Excluir"),
  {
    at: "rules",
    role: "developer",
    verb: "Criar regra",
    before: pressing("Criar regra"),
    wrong: [mistake("Nome", "", ruleName), mistake("Dias do lembrete 1", "três", ruleDays)],
    right: () => ({ Nome: "Outra", "Dias do lembrete 1": "3" }),
  },
  {
    at: "rules",
    role: "developer",
    verb: "Alterar",
    before: pressing("Alterar: Régua"),
    wrong: [mistake("Nome", "", ruleName)],
  },
  {
    at: "rules",
    role: "developer",
    verb: "Alterar",
    before: async (page) => {
      await pressing("Alterar: Régua", "Adicionar lembrete", "Adicionar lembrete")(page)
      await page.getByLabel("Lembrete 2", { exact: true }).selectOption("No vencimento")
    },
    wrong: [mistake("Lembrete 3", { chosen: "No vencimento" }, ruleDays)],
    right: () => ({ "Lembrete 3": { chosen: "Antes do vencimento" }, "Dias do lembrete 3": "1" }),
  },
  asking("rules", "developer", "Excluir"),
]

const ofCompany: ReadonlyArray<PanelForm> = [
  {
    at: "webhook",
    role: "developer",
    verb: "Salvar",
    wrong: [
      mistake("Endereço (URL)", "loja", [
        "Este endereço não pode ser usado. Fora do ambiente de teste, precisa começar com https:// e estar na internet.",
        "This address cannot be used. Outside a sandbox, it must begin with https:// and be on the internet.",
      ]),
    ],
    right: () => ({ "Endereço (URL)": "http://127.0.0.1:9/avisos" }),
  },
  {
    at: "webhook",
    role: "developer",
    verb: "Reenviar período",
    before: pressing("Reenviar período"),
    wrong: [mistake("De", "", bothEnds), mistake("Até", "", bothEnds)],
    right: () => ({ De: "2026-11-01", Até: "2026-11-19" }),
  },
  asking("webhook", "developer", "Trocar segredo"),
  asking("webhook", "developer", "Remover endereço"),
  asking("webhook", "developer", "Enviar de novo"),
  {
    at: "keys",
    role: "developer",
    verb: "Criar chave",
    wrong: [
      mistake("Nome da chave", "", [
        "Informe um nome de até 100 caracteres.",
        "Enter a name of at most 100 characters.",
      ]),
      mistake("Permissões", { ticked: false }, [
        "Escolha pelo menos uma permissão, e só as que você também tem.",
        "Choose at least one permission, and only ones you have yourself.",
      ]),
    ],
    right: () => ({ "Nome da chave": "loja", Permissões: { ticked: true } }),
  },
  {
    at: "keys",
    role: "developer",
    verb: "Criar chave",
    before: fillingIn({ "Nome da chave": "loja" }),
    wrong: [mistake("Vale até", "2020-01-01", laterDay)],
    right: () => ({ "Vale até": "" }),
  },
  asking("keys", "developer", "Revogar"),
  {
    at: "members",
    role: "owner",
    verb: "Convidar pessoa",
    wrong: [mistake("E-mail", "ana", email)],
    right: () => ({ "E-mail": "convidada@vintem.example" }),
  },
  {
    at: "membersOfOne",
    role: "owner",
    verb: "Alterar função",
    before: pressing("Alterar função: Pessoa owner"),
    wrong: [mistake("Função", { chosen: "Consulta" }, role)],
    right: () => ({ Função: { chosen: "Dono" } }),
  },
  asking("members", "owner", "Cancelar convite"),
  {
    at: "membersOfOne",
    role: "owner",
    verb: "Remover",
    before: pressing("Remover: Pessoa owner"),
    wrong: [],
    refused: { isMadeUp: false, says: role },
  },
  {
    at: "audit",
    role: "owner",
    verb: "Buscar",
    wrong: [mistake("Até", "2026-11-01", order)],
    before: fillingIn({ De: "2026-11-19" }),
    right: () => ({ Até: "2026-11-20" }),
  },
  {
    at: "settings",
    role: "owner",
    verb: "Salvar",
    wrong: [
      mistake("Endereço do logotipo (URL)", "logo", address),
      mistake("Cor das páginas", "verde", ["Informe uma cor como #0B6E4F.", "Enter a color like #0B6E4F."]),
      mistake("Página de retorno após o pagamento (URL)", "loja", address),
      mistake("Site que pode incorporar as páginas", "loja", address),
    ],
    right: () => ({
      "Endereço do logotipo (URL)": "",
      "Cor das páginas": "#0B6E4F",
      "Página de retorno após o pagamento (URL)": "",
      "Site que pode incorporar as páginas": "",
    }),
  },
  asking("orders", "owner", "+1 hora"),
  asking("orders", "owner", "+1 dia"),
  asking("orders", "owner", "+30 dias"),
]

const companyName: Said = ["Informe um nome de 2 a 140 caracteres.", "Enter a name of 2 to 140 characters."]
const companyCity: Said = ["Informe uma cidade de até 120 caracteres.", "Enter a city of at most 120 characters."]

const ofPlatform: ReadonlyArray<PanelForm> = [
  {
    at: "settings",
    role: "operator",
    verb: "Salvar dados",
    wrong: [mistake("Nome", "L", companyName), mistake("Cidade", "C".repeat(121), companyCity)],
    right: () => ({ Nome: "Loja Cheia", Cidade: "" }),
  },
  {
    at: "settings",
    role: "operator",
    verb: "Salvar dados",
    wrong: [mistake("Nome", " ", companyName)],
  },
  {
    at: "settings",
    role: "operator",
    verb: "Salvar taxas",
    wrong: [mistake("Pix: %", "cem", fee), mistake("Pix: valor fixo", "", fee)],
    right: () => ({ "Pix: %": "1", "Pix: valor fixo": "0" }),
  },
  {
    at: "companies",
    role: "operator",
    verb: "Criar empresa",
    before: pressing("Criar empresa"),
    wrong: [
      mistake("Nome", "L", companyName),
      mistake("CPF ou CNPJ", "11.222.333/0001-82", [
        "Este CPF ou CNPJ não é válido.",
        "This CPF or CNPJ does not exist: check its digits.",
      ]),
      mistake("Cidade", "C".repeat(121), companyCity),
      mistake("Endereço do logotipo (URL)", "loja", address),
    ],
    right: () => ({ Nome: "Loja Nova", "CPF ou CNPJ": "", Cidade: "", "Endereço do logotipo (URL)": "" }),
  },
  asking("companies", "operator", "Suspender"),
  {
    at: "findOrder",
    role: "operator",
    verb: "Buscar",
    wrong: [
      mistake("Buscar", "", [
        "Informe o número do pedido ou o endereço da página.",
        "Enter the order number or the address of the page.",
      ]),
    ],
    right: () => ({ Buscar: "7K3M9Q2X5R8T" }),
  },
  { at: "state", role: "operator", verb: "Perguntar agora", wrong: [], refused },
  {
    at: "operators",
    role: "operator",
    verb: "Convidar pessoa",
    wrong: [mistake("E-mail", "ana", email)],
    right: () => ({ "E-mail": "operadora@vintem.example" }),
  },
  asking("operators", "operator", "Alterar função"),
  asking("operators", "operator", "Remover"),
  {
    at: "platformAudit",
    role: "operator",
    verb: "Buscar",
    wrong: [mistake("De", { begun: "31" }, day), mistake("Até", { begun: "31" }, day)],
    right: () => ({ De: "2026-11-01", Até: "2026-11-19" }),
  },
]

export const panelForms: ReadonlyArray<PanelForm> = [
  ...atTheDoor,
  ...ofOnesOwn,
  ...selling,
  ...catalogue,
  ...ofCompany,
  ...ofPlatform,
]
