import type { OrderEventKind } from "@vintem/contract"

const turned =
  "É a hora do serviço inteiro, para todas as empresas, e ela não volta. O que vence no caminho é feito agora: renovações, prazos, lembretes, webhooks."

export const brazilianPortuguese = {
  name: "Sandbox",
  says: "Aqui nenhum dinheiro se move.",
  now: (time: string) => `São ${time}.`,
  turn: { hour: "+1 hora", day: "+1 dia", month: "+30 dias" },
  turnSays: {
    hour: `O relógio avança uma hora. ${turned}`,
    day: `O relógio avança um dia. ${turned}`,
    month: `O relógio avança 30 dias. ${turned}`,
  },
  signOut: "Sessões terminam por este relógio, a sua também: será preciso entrar de novo.",
  turned: "O relógio avançou, e o que venceu está feito.",
  acquirer: "O que a adquirente informa (sandbox)",
  acquirerSays:
    "Fora daqui, só uma adquirente pode informar isto. O pedido, os webhooks e o recibo seguem como se tivesse acontecido.",
  event: "Acontecimento",
  events: {
    paid: "Foi pago",
    expired: "O Pix ou boleto venceu",
    refunded: "Tudo foi devolvido",
    chargeback: "Contestação: o dinheiro foi tomado",
    dispute: "Quem pagou contesta",
    dispute_won: "A disputa foi ganha",
    dispute_lost: "A disputa foi perdida",
    risk_approved: "A análise aprovou",
    risk_rejected: "A análise recusou",
  } satisfies Record<OrderEventKind, string>,
  report: "Informar",
  reported: "A adquirente informou.",
  impossible: "A adquirente não pode informar isto do pedido como ele está agora.",
}
