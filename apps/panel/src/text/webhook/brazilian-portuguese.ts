export const brazilianPortuguese = {
  rotate: {
    verb: "Trocar o segredo",
    /** @param hours - the previous secret signs for so long */
    says: (hours: number) =>
      `Você recebe um segredo novo. Por ${hours} horas os avisos são assinados também com o antigo: a loja não perde nenhum até conhecer o novo. Depois disso, o antigo não vale mais.`,
    done: (hours: number) =>
      `Copie o segredo novo e ponha-o na loja em até ${hours} horas. Ele não é mostrado de novo, a não ser que você salve o endereço outra vez.`,
  },
  newSecret: "Segredo novo",
  remove: {
    verb: "Remover o endereço",
    /** @param givenUp - the state of waiting deliveries */
    says: (givenUp: string) =>
      `A loja deixa de ser avisada do que acontece aos pedidos, e o que acontecer daqui em diante não é guardado para depois. Os avisos que ainda esperam não são enviados: ficam na lista como “${givenUp}”, e podem ser enviados de novo quando houver um endereço. O segredo é esquecido, e outro endereço recebe um novo.`,
    done: "O endereço foi removido. A loja não é avisada de nada.",
  },
  /** Above the kinds of events that are sent. */
  events: "O que avisar",
  /** No kind is chosen. */
  eventsWrong: "Escolha ao menos um aviso.",
  /** Another user has removed it meanwhile. */
  isGone: "Alguém removeu o endereço enquanto isso. Recarregue a página para ver como está.",
}
