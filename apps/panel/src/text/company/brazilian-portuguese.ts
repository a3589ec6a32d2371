export const brazilianPortuguese = {
  make: {
    verb: "Criar empresa",
    says: "Ela começa com as taxas padrão, que podem ser alteradas na página “Empresa”. O passo seguinte é convidar um dono: antes disso, ninguém pode entrar.",
  },
  change: { title: "Dados da empresa", verb: "Salvar dados" },
  nameWrong: "Informe um nome de 2 a 140 caracteres.",
  documentHint: "Opcional. Não pode ser alterado depois.",
  documentWrong: "Este CPF ou CNPJ não é válido.",
  /** @param city - the default */
  cityHint: (city: string) => `Aparece nos códigos Pix. Se vazia, ${city}.`,
  cityWrong: "Informe uma cidade de até 120 caracteres.",
  minimumHint: "O cliente não vê parcelas abaixo deste valor. Se vazio, não há mínimo.",
  minimumWrong: "Informe um valor de 0,01 a 1.000.000,00, ou deixe vazio.",
  cloud: "Pedidos avulsos de servidores em nuvem",
  cloudHint: "Testes de cartões roubados costumam vir desses endereços.",
  /** The choices for single orders from cloud hosting. `usual` is the service's own. */
  cloudOrders: { usual: "Padrão do serviço", refused: "Recusar", taken: "Aceitar" },
}
