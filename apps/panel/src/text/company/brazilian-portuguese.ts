export const brazilianPortuguese = {
  make: {
    verb: "Criar uma empresa",
    says: "Ela começa com as taxas de costume, que você muda na página “Empresa” dela. Ninguém entra nela antes que se convide um dono: é o passo seguinte.",
  },
  change: { title: "Quem é a empresa", verb: "Salvar os dados" },
  nameWrong: "Informe um nome de 2 a 140 caracteres.",
  documentHint: "Não pode ser mudado depois. Pode ficar vazio.",
  documentWrong: "Este CPF ou CNPJ não existe: confira os números.",
  /** @param city - the default */
  cityHint: (city: string) => `Aparece nos códigos Pix. Vazia, é ${city}.`,
  cityWrong: "Informe uma cidade de até 120 caracteres.",
  minimumHint: "Quem paga não vê parcelas abaixo deste valor. Vazio, não há mínimo.",
  minimumWrong: "Informe um valor de 0,01 a 1.000.000,00, ou deixe vazio.",
  cloud: "Pedidos avulsos vindos de nuvem",
  cloudHint: "De endereços de hospedagem em nuvem, de onde costuma vir quem testa cartões roubados.",
  /** The choices for single orders from cloud hosting. `usual` is the service's own. */
  cloudOrders: { usual: "Como o serviço decide", refused: "Recusar", taken: "Aceitar" },
}
