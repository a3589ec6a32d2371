import type { OrderEventKind } from "@vintem/contract"

const turned = "O relógio vale para todas as empresas e não volta. O que vence até lá é feito agora."

export const brazilianPortuguese = {
  name: "Ambiente de teste",
  says: "nada é cobrado.",
  now: (time: string) => `Relógio: ${time}.`,
  turn: { hour: "+1 hora", day: "+1 dia", month: "+30 dias" },
  turnSays: {
    hour: `O relógio avança uma hora. ${turned}`,
    day: `O relógio avança um dia. ${turned}`,
    month: `O relógio avança 30 dias. ${turned}`,
  },
  signOut: "As sessões seguem este relógio: será preciso entrar de novo.",
  turned: "Relógio avançado: o que venceu já foi feito.",
  acquirer: "Simular a adquirente (ambiente de teste)",
  acquirerSays: "Informe um evento como a adquirente faria: o pedido, os webhooks e o recibo seguem.",
  event: "Evento",
  events: {
    paid: "Pagamento recebido",
    expired: "O Pix ou boleto venceu",
    refunded: "Reembolso total",
    chargeback: "Contestação: valor debitado",
    dispute: "O cliente contestou",
    dispute_won: "Contestação ganha",
    dispute_lost: "Contestação perdida",
    risk_approved: "Aprovado na análise",
    risk_rejected: "Reprovado na análise",
  } satisfies Record<OrderEventKind, string>,
  report: "Simular",
  reported: "Evento informado.",
  impossible: "Este evento não é possível na situação atual do pedido.",
}
