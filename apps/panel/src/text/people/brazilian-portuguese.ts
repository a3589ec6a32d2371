import type { CompanyRole } from "@vintem/domain/access"

export const brazilianPortuguese = {
  none: "Ninguém na equipe ainda. Convide um dono acima: sem ele, ninguém pode entrar na empresa.",
  you: "você",
  invite: "Convidar pessoa",
  inviteSays: "A pessoa recebe um link por e-mail, válido por sete dias.",
  invited: (email: string) => `O convite para ${email} está a caminho.`,
  linkFor: (email: string) => `Se o e-mail não chegar, envie este link a ${email}. Ele não é mostrado de novo.`,
  change: {
    verb: "Alterar função",
    says: "A alteração vale imediatamente.",
    done: "Função alterada.",
  },
  remove: {
    verb: "Remover",
    says: "A pessoa perde o acesso a esta empresa imediatamente.",
    done: "Pessoa removida.",
  },
  refused: "Não permitido: você só pode dar permissões que tem, e a empresa precisa de um dono.",
  roleMeans: {
    owner: "responde pela empresa, com acesso total",
    finance: "cuida das contas: reembolsa pedidos e responde a contestações",
    support: "atende clientes: envia links e cancela pedidos, sem reembolsar",
    developer: "integra a loja: chaves, webhook e catálogo",
    viewer: "consulta, sem alterar nada",
  } satisfies Record<CompanyRole, string>,
  /** Invitations that nobody has accepted yet. */
  invitations: {
    title: "Convites pendentes",
    sent: "Convidado em",
    until: "Vale até",
    withdraw: {
      verb: "Cancelar convite",
      says: (email: string) =>
        `O link enviado a ${email} deixa de valer imediatamente. A pessoa pode ser convidada de novo quando quiser.`,
      done: "Convite cancelado.",
      /** The invitation was gone already. */
      gone: "Este convite não está mais pendente: foi aceito, cancelado ou expirou. Volte para ver a situação atual.",
    },
  },
  /** The user's own companies. */
  own: {
    title: "Suas empresas",
    leave: {
      verb: "Sair da empresa",
      says: (company: string) =>
        `Você perde o acesso a ${company} imediatamente. Para voltar, precisa de um novo convite.`,
      done: (company: string) => `Você saiu de ${company}.`,
      lastOwner:
        "Você é o único dono, e a empresa precisa de um. Antes, dê a outra pessoa a função de dono na página Equipe.",
      /** The user had lost that role already. */
      gone: "Você não faz mais parte da empresa. Volte para ver a situação atual.",
    },
  },
}
