import type { PayerDecline, WhyNotPayable } from "@vintem/contract"
import type { CardBrand } from "@vintem/domain/card"
import type { Recurrence } from "@vintem/domain/catalogue"
import type { PaymentMethod } from "@vintem/domain/method"
import type { OrderStatus } from "@vintem/domain/order"
import type { FaultWords, FieldName, MethodWords, Notice } from "./words.ts"

const reais = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" })
const decimal = new Intl.NumberFormat("pt-BR", { maximumFractionDigits: 2 })

const periods = {
  day: ["dia", "dias"],
  week: ["semana", "semanas"],
  month: ["mês", "meses"],
  year: ["ano", "anos"],
} as const

const day = (date: string): string => `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`

const brands: Readonly<Partial<Record<CardBrand, string>>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  elo: "Elo",
  hipercard: "Hipercard",
  hiper: "Hiper",
  aura: "Aura",
  diners: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
}

export const brazilianPortuguese = {
  /** The name of the language for browsers and screen readers (BCP 47). */
  language: "pt-BR" as const,
  /** @param amount - reais */
  money: (amount: number) => reais.format(amount),
  percent: (share: number) => `${decimal.format(share)}%`,
  /** @param date - `YYYY-MM-DD` */
  day,
  /** @param timestamp - `YYYY-MM-DD HH:MM:SS` of São Paulo */
  minute: (timestamp: string) => `${day(timestamp.slice(0, 10))} às ${timestamp.slice(11, 16)}`,

  /** Before a price that is the least of several. */
  startingAt: "a partir de",
  paymentTo: (amount: string, isLeast: boolean, company: string) =>
    `Pagamento ${isLeast ? "a partir de" : "de"} ${amount} a ${company}`,

  methods: {
    pix: {
      hint: "Aprovado na hora",
      open: { title: "Pague com Pix", text: "A confirmação aparece aqui automaticamente." },
      ended: {
        title: "O prazo deste Pix terminou",
        text: "Se você já pagou, a confirmação aparece aqui em instantes. Se não, nada foi cobrado.",
      },
    },
    bank_slip: {
      hint: "Aprovado em até dois dias úteis",
      open: { title: "Pague o boleto", text: "A confirmação leva até dois dias úteis depois do pagamento." },
      ended: {
        title: "Este boleto venceu",
        text: "Se você já pagou, a confirmação pode levar dois dias úteis. Se não, nada foi cobrado.",
      },
    },
    credit: { hint: "Aprovado em segundos" },
  } satisfies MethodWords,
  brands,
  fields: {
    "customer.fullname": "Nome completo",
    "customer.email": "E-mail",
    "customer.taxvat": "CPF ou CNPJ",
    "customer.telephone": "Celular com DDD",
    "address.postcode": "CEP",
    "address.street": "Rua",
    "address.number": "Número",
    "address.complement": "Complemento (opcional)",
    "address.district": "Bairro",
    "address.city": "Cidade",
    "address.region": "Estado",
    "payment.method": "Forma de pagamento",
    "payment.installments": "Parcelas",
    "payment.card.number": "Número do cartão",
    "payment.card.holder": "Nome como está no cartão",
    "payment.card.expiration": "Validade (mês/ano)",
    "payment.card.security": "Código de segurança",
  } satisfies Record<FieldName, string>,
  contact: "Seus dados",
  contactIsKnown: "Seus dados já foram informados pela empresa.",
  address: "Endereço de cobrança",
  chooseMethod: "Como você quer pagar?",
  card: "Dados do cartão",
  installments: "Parcelas",
  /** Names the subscription whose period is paid. */
  ofSubscription: (title: string) => `Renovação da assinatura “${title}”.`,
  /** @param amount - of each period after the first */
  beginsSubscription: (title: string, amount: string, { count, cycles, every }: Recurrence) => {
    const [one, several] = periods[every]
    const each = `${amount} a cada ${count === 1 ? one : `${count} ${several}`}`
    return `Este pagamento inicia a assinatura “${title}”, que depois custa ${each}${cycles === null ? "" : ` (${cycles} ${cycles === 1 ? "cobrança" : "cobranças"} no total)`}.`
  },
  cardIsKept: "Este cartão ficará salvo para as próximas cobranças da assinatura.",
  /** @param total - of all of them together */
  chargedAtOnce: (periods: number, total: string) =>
    periods === 1
      ? `Outro período já começou: mais ${total} serão cobrados neste cartão logo depois deste pagamento.`
      : `Outros ${periods} períodos já começaram: mais ${total} no total serão cobrados neste cartão logo depois deste pagamento.`,
  pay: {
    pix: (amount: string) => `Pagar ${amount}`,
    bank_slip: (amount: string) => `Gerar boleto de ${amount}`,
    credit: (amount: string) => `Pagar ${amount}`,
  } satisfies Record<PaymentMethod, (amount: string) => string>,
  scriptForCard: "Para pagar com cartão, ative o JavaScript do navegador.",
  allPrices: "Ver todas as formas e parcelas",
  way: "Forma",
  payments: "Parcelas",
  total: "Total",
  atOnce: "à vista",
  times: (count: number, amount: string) => `${count}x de ${amount}`,
  upTo: (payments: string) => `até ${payments}`,
  firstOne: (amount: string) => `a 1ª de ${amount}`,
  inTotal: (amount: string) => `total ${amount}`,
  interest: (amount: string, monthly: string, annual: string) =>
    `juros de ${amount} (${monthly} ao mês, ${annual} ao ano)`,
  noInterest: "sem juros",
  withFee: (amount: string) => `inclui tarifa de ${amount}`,
  cheaperBy: (amount: string, percent: string) => `${amount} (${percent}) a menos que a forma mais cara`,
  /**
   * The parts of a price.
   *
   * @param more - the company's addition; null for none
   * @param hasFee - true if the method's fee is added
   */
  madeOf: (amount: string, more: string | null, hasFee: boolean) =>
    [
      amount,
      ...(more === null ? [] : [`mais acréscimo de ${more}`]),
      ...(hasFee ? [`${more === null ? "mais" : "e"} a tarifa da forma de pagamento`] : []),
    ].join(" "),

  openUntil: (last: string) => `Pague até ${last}.`,
  linkIs: {
    paid: { title: "Pagamento recebido", text: "Esta cobrança já foi paga. Obrigado!" },
    expired: {
      title: "Esta cobrança venceu",
      text: "Peça um novo link à empresa.",
    },
  },
  cannotBePaid: {
    closed: { title: "Esta cobrança foi encerrada", text: "Ela não pode mais ser paga." },
    under_moderation: {
      title: "Pagamentos suspensos",
      text: "A empresa não está recebendo pagamentos no momento. Tente de novo mais tarde.",
    },
    payment_under_way: {
      title: "Um pagamento está sendo processado",
      text: "Não pague de novo: o resultado aparece aqui automaticamente.",
    },
  } satisfies Record<WhyNotPayable, Notice>,
  orderIs: {
    created: { title: "Falta só o pagamento", text: "Escolha como pagar." },
    pending: {
      title: "Estamos confirmando o pagamento",
      text: "Não pague de novo: o resultado aparece aqui automaticamente.",
    },
    risk_analysis: {
      title: "Pagamento em análise",
      text: "O pagamento está sendo verificado, por segurança. Não pague de novo: o resultado aparece aqui automaticamente.",
    },
    waiting_payment: { title: "O código de pagamento não vale mais", text: "Nada foi cobrado." },
    unpaid: { title: "Pagamento não concluído", text: "Nada foi cobrado." },
    paid: { title: "Pagamento aprovado", text: "Obrigado! Guarde o número do pedido." },
    complete: { title: "Pagamento aprovado", text: "Obrigado! Guarde o número do pedido." },
    dispute: {
      title: "Pagamento em disputa",
      text: "O pagamento foi contestado e está sendo verificado. Não há nada a pagar.",
    },
    chargeback: { title: "Pagamento contestado", text: "O valor foi contestado. Fale com a empresa." },
    refund: {
      title: "Pagamento reembolsado",
      text: "O valor foi reembolsado pela mesma forma de pagamento. No cartão, o crédito aparece em uma das próximas faturas.",
    },
    canceled: {
      title: "Pedido cancelado",
      text: "Ele não pode mais ser pago. Fale com a empresa se isso não era esperado.",
    },
  } satisfies Record<OrderStatus, Notice>,
  refused: {
    soft: {
      title: "Pagamento não aprovado",
      text: "O banco do cartão não aprovou o pagamento, e nada foi cobrado. Verifique o limite, tente outro cartão ou pague com Pix.",
    },
    hard: {
      title: "Pagamento não aprovado",
      text: "O banco não aceita este cartão, e nada foi cobrado. Use outro cartão ou outra forma de pagamento.",
    },
    unreached: {
      title: "Pagamento não realizado",
      text: "Não conseguimos falar com o banco, e nada foi cobrado. Tente de novo.",
    },
  } satisfies Record<PayerDecline, Notice>,
  otherWay: "Pagar de outra forma",
  tryAgain: "Tentar de novo",

  order: (number: string) => `Pedido ${number}`,
  item: "Item",
  quantity: "Qtd.",
  price: "Preço",
  shipping: "Frete",
  discount: "Desconto",
  qrCode: "Código QR do Pix",
  pixCode: "Pix copia e cola",
  copyPix: "Copiar código Pix",
  pixUntil: (minute: string) => `Válido até ${minute} (horário de Brasília)`,
  pixSteps: [
    "Abra o aplicativo do seu banco.",
    "Escolha pagar com Pix: leia o código QR, ou cole o código.",
    "Confira o valor e confirme.",
  ],
  timeLeft: "Tempo restante:",
  slipLine: "Linha digitável",
  slipBars: "Código de barras do boleto",
  slipDue: (last: string) => `Vencimento em ${last}`,
  beneficiary: "Beneficiário",
  payer: "Pagador",
  copy: "Copiar",
  copied: "Copiado",
  print: "Imprimir",
  receipt: "Comprovante",
  receiptOf: {
    amount: "Valor",
    method: "Forma de pagamento",
    at: "Data",
    extra: "Juros e tarifas incluídos",
    number: "Número do pedido",
    company: "Empresa",
  },
  /** Who has this document, CPF or CNPJ. @param document - with punctuation */
  documentOf: (document: string) => `${document.length > 14 ? "CNPJ" : "CPF"} ${document}`,
  safety: "Pagamento processado por Vintém. A empresa não recebe os dados do cartão, e o número dele não é guardado.",
  cardEndsIn: (brand: string, digits: string) => `${brand} final ${digits}`,
  backToShop: "Voltar à loja",
  /** Announces that a script will return to the shop. @param seconds - until then */
  returning: (seconds: number) =>
    seconds === 1 ? "Voltando à loja em 1 segundo." : `Voltando à loja em ${seconds} segundos.`,
  stay: "Ficar nesta página",

  notFound: {
    title: "Página não encontrada",
    text: "Não há cobrança neste endereço, ou ela foi removida. Confira o link com quem o enviou.",
  },
  tooMany: { title: "Muitas visitas", text: "Este endereço pediu páginas demais. Tente de novo em um minuto." },
  broken: { title: "Algo deu errado", text: "Não foi possível mostrar esta página. Tente de novo em instantes." },

  faultsAbove: "Corrija os campos indicados.",
  faults: {
    "customer.fullname": { missing: "Informe o seu nome completo.", wrong: "Confira o nome: use de 2 a 140 letras." },
    "customer.email": {
      missing: "Informe o seu e-mail.",
      wrong: "Confira o e-mail: ele tem a forma nome@exemplo.com.",
    },
    "customer.taxvat": { missing: "Informe o CPF ou CNPJ.", wrong: "Confira o CPF ou CNPJ: este número não existe." },
    "customer.telephone": {
      missing: "Informe o celular com DDD.",
      wrong: "Confira o celular: DDD e número, como (11) 98765-4321.",
    },
    "address.postcode": { missing: "Informe o CEP.", wrong: "Confira o CEP: são oito dígitos." },
    "address.street": { missing: "Informe a rua.", wrong: "Confira a rua." },
    "address.number": { missing: "Informe o número, ou S/N.", wrong: "Confira o número." },
    "address.complement": { missing: "Informe o complemento.", wrong: "Confira o complemento." },
    "address.district": { missing: "Informe o bairro.", wrong: "Confira o bairro." },
    "address.city": { missing: "Informe a cidade.", wrong: "Confira a cidade." },
    "address.region": { missing: "Escolha o estado.", wrong: "Escolha o estado." },
    "payment.method": { missing: "Escolha uma forma de pagamento.", wrong: "Escolha outra forma de pagamento." },
    "payment.installments": { missing: "Escolha as parcelas.", wrong: "Escolha menos parcelas." },
    "payment.card.number": {
      missing: "Informe o número do cartão.",
      wrong: "Confira o número do cartão: algum dígito está errado.",
    },
    "payment.card.holder": {
      missing: "Informe o nome como está no cartão.",
      wrong: "Confira o nome: até 25 letras, como está no cartão.",
    },
    "payment.card.expiration": {
      missing: "Informe a validade.",
      wrong: "Confira a validade: mês e ano, e o cartão não pode estar vencido.",
    },
    "payment.card.security": {
      missing: "Informe o código de segurança.",
      wrong: "Confira o código: 3 dígitos no verso do cartão (American Express: 4 na frente).",
    },
  } satisfies Record<FieldName, FaultWords>,
  holderHasDigits: "Confira o nome: ele não pode ter números.",
  /** The name has no Latin letters. */
  holderHasNoLetters: "Escreva o nome com letras de A a Z, como está no cartão.",
  otherFault: "Não foi possível fazer este pagamento, e nada foi cobrado. Tente de novo ou escolha outra forma.",
  cardsStopped: (minute: string | null) =>
    minute === null
      ? "Muitos cartões foram recusados. Pague de outra forma, ou tente um cartão mais tarde."
      : `Muitos cartões foram recusados. Pague de outra forma, ou tente um cartão a partir de ${minute}.`,
  methodTaken: "Já existe um código aberto desta forma: pague esse ou escolha outra forma.",
  priceTooHigh: "O valor é alto demais para esta forma de pagamento. Escolha outra.",
  priceChanged: "O preço mudou e nada foi cobrado. Confira o novo valor antes de pagar.",
  formSentBefore:
    "Este formulário já tinha sido enviado com outros dados. Se você já recebeu um código, pague esse; se quer mesmo pagar de novo, envie outra vez.",
  /** The postal code has changed, and the rest of the address was replaced by the new code's. */
  addressReplaced: "O endereço mudou com o CEP. Verifique antes de gerar o boleto.",
  /** Nothing is known of the postal code, and the previous code's address was removed. */
  addressUnknown: "Não encontramos este CEP, e o endereço do CEP anterior foi apagado. Preencha o endereço.",
  couponGone: "O cupom deste pedido não vale mais. Peça um novo pedido à empresa.",
  sending: "Enviando o pagamento…",
  offline: "Sem conexão. Não feche esta página: a página tenta de novo automaticamente, sem cobrar duas vezes.",
  waitAndTry: "Muitas tentativas ao mesmo tempo. Aguarde um minuto e tente de novo.",
  paidBefore: "Esta cobrança já foi paga neste aparelho.",
  payOnceMore: "Pagar mais uma vez",
  seeReceipt: "Ver o comprovante",
  goOn: "Continuar o pagamento",
  begunBefore: "Você já começou a pagar esta cobrança.",
}
