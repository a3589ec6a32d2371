const of = (one: string, several: string) => (count: number) => `${count} ${count === 1 ? one : several}`

/** By the name of a finding; an unknown one is shown in the service's words. */
const findings: Readonly<Partial<Record<string, string>>> = {
  service_not_ready: "O serviço não está pronto.",
  signature_refused: "A adquirente recusa as assinaturas do serviço: veja VINTEM_GATEWAY_SECRET.",
  acquirer_silent:
    "Muitas das últimas cobranças ficaram sem resposta: pergunte à adquirente se ela está com problemas.",
  outcome_unknown:
    "Há cobranças sem resultado há muito tempo. Pergunte à adquirente; depois de sete dias, resolva o pedido manualmente.",
  jobs_late: "Há tarefas atrasadas: veja se um processo tem VINTEM_WORKERS=true.",
  webhooks_late: "Há webhooks atrasados: veja se um processo tem VINTEM_WORKERS=true.",
  jobs_dead: "Há tarefas com falha: veja o motivo e tente de novo.",
  refund_unsettled: "Há reembolsos sem resultado há muito tempo. Pergunte à adquirente.",
  webhooks_disabled: "Os webhooks de algumas empresas estão desativados, e nada é enviado a elas.",
}

/** By the kind of a job; an unknown one is shown by its name. */
const jobs: Readonly<Partial<Record<string, string>>> = {
  ResolveAttempt: "Perguntar o resultado de uma cobrança",
  ExpireInstrument: "Encerrar um Pix ou boleto vencido",
  ResolveRefund: "Perguntar o resultado de um reembolso",
  VoidAttempt: "Desfazer a cobrança de um pedido cancelado",
  RefundDuplicate: "Reembolsar um pagamento em duplicidade",
  WithdrawPayment: "Cancelar um Pix ou boleto de um link",
  MakeLinks: "Criar os links de um lote",
  RunSubscriptionTimer: "Renovar ou encerrar uma assinatura",
  ResumeRenewals: "Retomar as renovações de uma empresa",
  RemindOfRule: "Buscar clientes a lembrar",
  SendReminder: "Enviar um lembrete",
  SendReceipt: "Enviar um recibo",
  DeliverWebhook: "Enviar um webhook",
  ReplayWebhooks: "Reenviar webhooks",
  EraseCustomer: "Apagar os dados de um cliente",
  AbandonOrder: "Encerrar um pedido sem tentativa",
}

export const brazilianPortuguese = {
  again: "Atualizar",
  needsNobody: "Nada precisa de atenção.",
  needs: "Precisa de atenção",
  findings,
  jobs,
  values: "Números",
  state: "Situação",
  states: { ready: "Pronto", not_ready: "Não está pronto", silent: "Sem resposta" },
  at: "Hora",
  charged: "Última cobrança enviada",
  never: "nunca",
  charges: (orders: number) => `Cobranças dos últimos ${orders} pedidos`,
  refunds: "Reembolsos em andamento",
  due: "Pendentes",
  dueIn: (work: number, webhooks: number) => `${of("tarefa", "tarefas")(work)}, ${of("webhook", "webhooks")(webhooks)}`,
  inHand: "Em andamento",
  givenUp: "Com falha",
  oldest: (count: number, since: string) => `${count}, desde ${since}`,
  kinds: "Tarefas pendentes por tipo",
  kind: "Tipo",
  count: "Quantidade",
  first: "Desde",
  nothingDue: "Nada pendente.",
  disabled: "Webhooks desativados",
  none: "nenhum",
  backup: "Último backup",
  noBackup: "nenhum conhecido",
  version: "Versão",
  database: "Banco de dados",
  delay: "Atraso do event loop",
  delayOf: (median: number, p99: number, max: number) => `mediana ${median} ms, 99 % em até ${p99} ms, maior ${max} ms`,
  noDelay: "medido a partir de agora",
  unknown: "Cobranças sem resultado",
  unknownSays:
    "O serviço pergunta à adquirente por sete dias e não cobra nada duas vezes. As mais antigas vêm primeiro.",
  askNow: "Perguntar agora",
  askedNow: "A pergunta foi enviada. Atualize em instantes.",
  noUnknown: "Todas as cobranças têm resultado.",
  since: "Cobrança enviada em",
}
