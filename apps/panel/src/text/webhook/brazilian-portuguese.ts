export const brazilianPortuguese = {
  rotate: {
    verb: "Trocar segredo",
    /** @param hours - the previous secret signs for so long */
    says: (hours: number) =>
      `Um novo segredo é criado. Por ${hours} horas, os webhooks são assinados também com o antigo, para dar tempo de trocar na loja. Depois disso, o antigo não vale mais.`,
    done: (hours: number) =>
      `Copie o novo segredo e coloque na loja em até ${hours} horas. Ele não é mostrado de novo, a menos que o endereço seja salvo outra vez.`,
  },
  newSecret: "Novo segredo",
  remove: {
    verb: "Remover endereço",
    /** @param givenUp - the state of waiting deliveries */
    says: (givenUp: string) =>
      `A loja deixa de receber webhooks, e os próximos eventos não são guardados. Os webhooks pendentes não são enviados: ficam na lista como “${givenUp}” e podem ser reenviados quando houver um endereço. O segredo é excluído; outro endereço recebe um novo.`,
    done: "Endereço removido. A loja não recebe mais webhooks.",
  },
  /** Above the kinds of events that are sent. */
  events: "Eventos",
  /** No kind is chosen. */
  eventsWrong: "Escolha pelo menos um evento.",
  /** Another user has removed it meanwhile. */
  isGone: "O endereço foi removido por outra pessoa. Recarregue a página.",
}
