/**
 * An invented customer who buys in a sandbox.
 */

export const maria = {
  fullname: "Maria Exemplo",
  email: "maria@example.com",
  taxvat: "52998224725",
  telephone: "11987654321",
} as const

export const mariasAddress = {
  postcode: "01001-000",
  street: "Praça da Sé",
  number: 100,
  district: "Sé",
  city: "São Paulo",
  region: "SP",
} as const

/** @param number - of a sandbox card; it decides the payment's outcome */
export const byMariasCard = (number: string) => ({
  method: "credit",
  installments: 1,
  card: { holder: "MARIA EXEMPLO", number, expiration: "12/2030", security: "123" },
})
