import type { PeopleWords } from "./words.ts"

export const brazilianPortuguese: PeopleWords = {
  none: "Ninguém trabalha aqui ainda. Sem um dono, ninguém entra na empresa: convide um acima.",
  you: "você",
  invite: "Convidar alguém",
  inviteSays: "A pessoa recebe um link, que vale por sete dias.",
  invited: (email) => `O convite para ${email} está a caminho.`,
  linkFor: (email) => `Se a carta não chegar, envie este link a ${email}. Ele não é mostrado de novo.`,
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
  },
  invitations: {
    title: "Convites à espera",
    sent: "Convidado em",
    until: "Vale até",
    withdraw: {
      verb: "Cancelar o convite",
      says: (email) =>
        `O link que ${email} recebeu deixa de valer imediatamente. Você pode convidar a pessoa de novo quando quiser.`,
      done: "O convite foi cancelado.",
      gone: "Este convite não espera mais: foi aceito, cancelado ou venceu. Volte para ver como está agora.",
    },
  },
  own: {
    title: "Onde você trabalha",
    leave: {
      verb: "Deixar a empresa",
      says: (company) =>
        `Você perde todo o acesso a ${company} imediatamente. Para voltar, precisa de um convite novo de alguém de lá.`,
      done: (company) => `Você deixou ${company}.`,
      lastOwner:
        "Você é o único dono, e uma empresa mantém um. Antes, dê a outra pessoa a função de dono na página Equipe.",
      gone: "Você já não trabalha lá. Volte para ver como está agora.",
    },
  },
}
