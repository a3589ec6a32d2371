/** An example customer for the documentation. */
export const exampleCustomer = {
  id: 42,
  token: "3d0f7a52-1c4e-4b8a-9f66-7e2a5c9d1b30",
  fullname: "Maria da Silva",
  email: "maria@example.com",
  taxvat: "529.982.247-25",
  telephone: "(11) 98765-4321",
  created_at: "2026-11-21 10:15:00",
}
