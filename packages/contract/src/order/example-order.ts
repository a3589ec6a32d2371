/**
 * The order in the examples of the documentation: two shirts, paid by card on 21 November 2026.
 */

/** A Pix copy-and-paste code. */
export const examplePixCode =
  "00020101021226810014br.gov.bcb.pix2559pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7" +
  "5204000053039865802BR5910LOJA TESTE6009SAO PAULO62070503***63040CCD"

/** What every view of the order says. */
export const exampleOrder = {
  token: "9a1c6f0e-3b7d-4a52-8e1f-5c2d7b9a0e34",
  order_number: "7K3M9Q2X5R8T",
  public_key: "b0GzT1kq3v8Yy2mXw5LhNA",
  link_to_pay: "https://pay.example.com/pay/b0GzT1kq3v8Yy2mXw5LhNA",
  created_at: "2026-11-21 10:15:00",
  paid_at: "2026-11-21 10:15:01",
  total: 189.8,
} as const

export const exampleCustomer = {
  email: "maria@example.com",
  fullname: "Maria da Silva",
  taxvat: "529.982.247-25",
  telephone: "(11) 98765-4321",
} as const

export const exampleAddress = {
  postcode: "01310-100",
  street: "Avenida Paulista",
  number: "1578",
  complement: "",
  city: "São Paulo",
  region: "SP",
  district: "Bela Vista",
} as const

export const exampleCard = { brand: "visa", last_digits: "4242" } as const

export const exampleSavedCard = { token: "5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11", ...exampleCard } as const

/** What the acquirer calls the charge. */
export const exampleCharge = { tid: "CF683BACEDD0767D8F56", nsu: "400093836" } as const
