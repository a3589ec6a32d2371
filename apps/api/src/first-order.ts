/**
 * The request that shows a newcomer a paid order.
 */
const firstOrder = {
  customer: {
    fullname: "Maria Exemplo",
    email: "maria@example.com",
    taxvat: "52998224725",
    telephone: "11987654321",
  },
  address: {
    postcode: "01001-000",
    street: "Praça da Sé",
    number: 100,
    district: "Sé",
    city: "São Paulo",
    region: "SP",
  },
  items: [{ sku: "caneca", title: "Caneca", unit_price: 39.9, quantity: 1 }],
  payment: {
    method: "credit",
    installments: 1,
    card: { holder: "MARIA EXEMPLO", number: "4242424242424242", expiration: "12/2030", security: "123" },
  },
}

/** One line for a shell. @param key - an API key, or a shell expression that gives one */
export const firstOrderCommand = (base: string, key: string): string =>
  [
    `curl -s ${base}/api/v1/order/single`,
    `-H "Authorization: Bearer ${key}"`,
    `-H "Content-Type: application/json"`,
    `-d '${JSON.stringify(firstOrder)}'`,
  ].join(" ")
