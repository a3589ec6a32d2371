import type { CompanyRole } from "@vintem/domain/access"

export const brazilianPortuguese = {
  none: "Ninguém trabalha aqui ainda. Sem um dono, ninguém entra na empresa: convide um acima.",
  you: "você",
  invite: "Convidar alguém",
  inviteSays: "A pessoa recebe um link, que vale por sete dias.",
  invited: (email: string) => `O convite para ${email} está a caminho.`,
  linkFor: (email: string) => `Se a carta não chegar, envie este link a ${email}. Ele não é mostrado de novo.`,
  change: {
    verb: "Mudar a função",
    says: "A mudança vale a partir da próxima coisa que a pessoa fizer.",
    done: "A função foi mudada.",
  },
  remove: {
    verb: "Remover",
    says: "A pessoa perde o acesso a esta empresa imediatamente.",
    done: "A pessoa foi removida.",
  },
  refused: "Isto não é permitido: ninguém dá mais do que tem, e uma empresa mantém um dono.",
  roleMeans: {
    owner: "responde pela empresa e pode tudo nela",
    finance: "cuida das contas: devolve dinheiro e resolve disputas",
    support: "fala com quem paga: envia links, cancela pedidos, não devolve dinheiro",
    developer: "conecta a loja: chaves, webhook e catálogo",
    viewer: "olha e não muda nada",
  } satisfies Record<CompanyRole, string>,
  /** Invitations that nobody has accepted yet. */
  invitations: {
    title: "Convites à espera",
    sent: "Convidado em",
    until: "Vale até",
    withdraw: {
      verb: "Cancelar o convite",
      says: (email: string) =>
        `O link que ${email} recebeu deixa de valer imediatamente. Você pode convidar a pessoa de novo quando quiser.`,
      done: "O convite foi cancelado.",
      /** The invitation was gone already. */
      gone: "Este convite não espera mais: foi aceito, cancelado ou venceu. Volte para ver como está agora.",
    },
  },
  /** The user's own companies. */
  own: {
    title: "Onde você trabalha",
    leave: {
      verb: "Deixar a empresa",
      says: (company: string) =>
        `Você perde todo o acesso a ${company} imediatamente. Para voltar, precisa de um convite novo de alguém de lá.`,
      done: (company: string) => `Você deixou ${company}.`,
      lastOwner:
        "Você é o único dono, e uma empresa mantém um. Antes, dê a outra pessoa a função de dono na página Equipe.",
      /** The user had lost that role already. */
      gone: "Você já não trabalha lá. Volte para ver como está agora.",
    },
  },
}
