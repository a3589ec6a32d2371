import type { Words } from "./words.ts"

const reais = new Intl.NumberFormat("en", { style: "currency", currency: "BRL" })
const decimal = new Intl.NumberFormat("en", { maximumFractionDigits: 2 })

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** `21 Nov 2026`: it cannot be read as another day. */
const day = (date: string): string =>
  `${Number(date.slice(8))} ${months[Number(date.slice(5, 7)) - 1] ?? ""} ${date.slice(0, 4)}`

/** Payers in Brazil know the Brazilian names: they follow the English ones. */
export const english: Words = {
  language: "en",
  money: (amount) => reais.format(amount),
  percent: (share) => `${decimal.format(share)}%`,
  day,
  minute: (timestamp) => `${day(timestamp.slice(0, 10))}, ${timestamp.slice(11, 16)}`,

  startingAt: "from",
  paymentTo: (amount, isLeast, company) => `Payment ${isLeast ? "from" : "of"} ${amount} to ${company}`,

  methods: {
    pix: {
      hint: "Approved instantly",
      open: { title: "Pay with Pix", text: "This page confirms the payment automatically." },
      ended: {
        title: "This Pix has expired",
        text: "If you have paid, this page confirms it in a moment. If not, nothing was charged.",
      },
    },
    bank_slip: {
      hint: "Approved within two business days",
      open: { title: "Pay the bank slip", text: "The confirmation takes up to two business days after the payment." },
      ended: {
        title: "This bank slip has expired",
        text: "If you have paid, the confirmation can take two business days. If not, nothing was charged.",
      },
    },
    credit: { hint: "Approved in seconds" },
  },
  brands: {
    visa: "Visa",
    mastercard: "Mastercard",
    amex: "American Express",
    elo: "Elo",
    hipercard: "Hipercard",
    hiper: "Hiper",
    aura: "Aura",
    diners: "Diners Club",
    discover: "Discover",
    jcb: "JCB",
  },
  fields: {
    "customer.fullname": "Full name",
    "customer.email": "E-mail",
    "customer.taxvat": "CPF or CNPJ",
    "customer.telephone": "Mobile number with area code",
    "address.postcode": "Postal code (CEP)",
    "address.street": "Street",
    "address.number": "Number",
    "address.complement": "Apartment or unit (optional)",
    "address.district": "District",
    "address.city": "City",
    "address.region": "State",
    "payment.method": "Payment method",
    "payment.installments": "Installments",
    "payment.card.number": "Card number",
    "payment.card.holder": "Name on the card",
    "payment.card.expiration": "Expiry (month/year)",
    "payment.card.security": "Security code",
  },
  contact: "Your details",
  contactIsKnown: "The company has already given your details.",
  address: "Payer's address",
  chooseMethod: "How do you want to pay?",
  card: "Card",
  installments: "Installments",
  ofSubscription: (title) => `This is one period of the subscription “${title}”.`,
  beginsSubscription: (title, amount, { count, cycles, every }) => {
    const each = `${amount} every ${count === 1 ? every : `${count} ${every}s`}`
    return `This payment starts the subscription “${title}”, which then costs ${each}${cycles === null ? "" : ` (${cycles} charges in total)`}.`
  },
  cardIsKept: "This card will be saved and charged for the next periods of the subscription.",
  chargedAtOnce: (periods, total) =>
    periods === 1
      ? `Another period has already begun: ${total} more will be charged to this card right after this payment.`
      : `${periods} more periods have already begun: ${total} more in total will be charged to this card right after this payment.`,
  pay: {
    pix: (amount) => `Pay ${amount}`,
    bank_slip: (amount) => `Create the bank slip of ${amount}`,
    credit: (amount) => `Pay ${amount}`,
  },
  scriptForCard: "To pay by card, turn on JavaScript in your browser. Card data never leaves this page unprotected.",
  allPrices: "See all methods and installments",
  way: "Method",
  payments: "Installments",
  total: "Total",
  atOnce: "in one payment",
  times: (count, amount) => `${count} × ${amount}`,
  upTo: (payments) => `up to ${payments}`,
  firstOne: (amount) => `the first of ${amount}`,
  inTotal: (amount) => `${amount} in total`,
  interest: (amount, monthly, annual) => `interest of ${amount} (${monthly} a month, ${annual} a year)`,
  noInterest: "no interest",
  withFee: (amount) => `includes a fee of ${amount}`,
  cheaperBy: (amount, percent) => `${amount} (${percent}) less than the most expensive method`,
  madeOf: (amount, more, hasFee) =>
    [
      amount,
      ...(more === null ? [] : [`plus ${more}`]),
      ...(hasFee ? [`${more === null ? "plus" : "and"} the fee of the payment method`] : []),
    ].join(" "),

  openUntil: (last) => `It can be paid until ${last}.`,
  linkIs: {
    paid: { title: "Payment received", text: "This has been paid: there is nothing left to pay here. Thank you!" },
    expired: {
      title: "This payment link has expired",
      text: "It can no longer be paid. Ask the company that sent it for a new one.",
    },
  },
  cannotBePaid: {
    closed: { title: "This payment link is closed", text: "It can no longer be paid." },
    under_moderation: {
      title: "Payments are suspended",
      text: "The company cannot take payments right now. Try again later.",
    },
    payment_under_way: {
      title: "A payment is being processed",
      text: "Do not pay again. This page shows the result as soon as it is known.",
    },
  },
  orderIs: {
    created: { title: "Ready to pay", text: "Choose how to pay." },
    pending: {
      title: "We are confirming the payment",
      text: "Do not pay again. This page shows the result as soon as it is known.",
    },
    risk_analysis: {
      title: "The payment is under review",
      text: "It is being checked, for your safety. Do not pay again: this page shows the result as soon as it is known.",
    },
    waiting_payment: { title: "The payment code is no longer valid", text: "Nothing was charged." },
    unpaid: { title: "The payment was not completed", text: "Nothing was charged." },
    paid: { title: "Payment approved", text: "Thank you! Keep the order number." },
    complete: { title: "Payment approved", text: "Thank you! Keep the order number." },
    dispute: {
      title: "The payment is in dispute",
      text: "The payment was disputed and is being checked. There is nothing to pay here.",
    },
    chargeback: { title: "The payment was charged back", text: "The amount was disputed. Contact the company." },
    refund: {
      title: "The payment was refunded",
      text: "The amount was refunded by the same method. On a card, it appears on one of the next statements.",
    },
    canceled: {
      title: "The order was canceled",
      text: "It can no longer be paid. Contact the company if you did not expect this.",
    },
  },
  refused: {
    soft: {
      title: "The payment was not approved",
      text: "The card's bank did not approve the payment now, and nothing was charged. Check the limit and the card details, or pay another way.",
    },
    hard: {
      title: "The payment was not approved",
      text: "The bank does not accept this card, and nothing was charged. Use another card or another payment method.",
    },
    unreached: {
      title: "The payment was not made",
      text: "The bank could not be reached, and nothing was charged. Try again.",
    },
  },
  otherWay: "Pay another way",
  tryAgain: "Try again",

  order: (number) => `Order ${number}`,
  item: "Item",
  quantity: "Qty",
  price: "Price",
  shipping: "Shipping",
  discount: "Discount",
  qrCode: "Pix QR code",
  pixCode: "Pix code to copy and paste",
  copyPix: "Copy the Pix code",
  pixUntil: (minute) => `Valid until ${minute} (Brasília time)`,
  pixSteps: [
    "Open your bank's app.",
    "Choose to pay with Pix: scan the QR code, or paste the code.",
    "Check the amount and confirm.",
  ],
  timeLeft: "Time left:",
  slipLine: "Bank slip digits",
  slipBars: "Bank slip barcode",
  slipDue: (last) => `Due on ${last}`,
  beneficiary: "Payee",
  payer: "Payer",
  copy: "Copy",
  copied: "Copied",
  print: "Print",
  receipt: "Receipt",
  receiptOf: {
    amount: "Amount",
    method: "Payment method",
    at: "Date",
    extra: "Interest and fees included",
    number: "Order number",
    company: "Company",
  },
  documentOf: (document) => `${document.length > 14 ? "CNPJ" : "CPF"} ${document}`,
  safety: "Payment processed by Vintém. The company does not get the card data, and the card number is not stored.",
  cardEndsIn: (brand, digits) => `${brand} ending in ${digits}`,
  backToShop: "Back to the shop",
  returning: (seconds) => (seconds === 1 ? "Back to the shop in 1 second." : `Back to the shop in ${seconds} seconds.`),
  stay: "Stay on this page",

  notFound: {
    title: "Page not found",
    text: "There is no payment at this address, or it was deleted. Check the link with its sender.",
  },
  tooMany: {
    title: "Too many requests",
    text: "Too many pages were requested from your connection. Try again in a minute.",
  },
  broken: { title: "Something went wrong", text: "This page could not be shown. Try again in a moment." },

  faultsAbove: "Check the marked fields.",
  faults: {
    "customer.fullname": { missing: "Enter your full name.", wrong: "Check the name: use 2 to 140 letters." },
    "customer.email": { missing: "Enter your e-mail.", wrong: "Check the e-mail: it looks like name@example.com." },
    "customer.taxvat": {
      missing: "Enter your CPF or CNPJ.",
      wrong: "Check the CPF or CNPJ: this number is not valid.",
    },
    "customer.telephone": {
      missing: "Enter your mobile number with its area code.",
      wrong: "Check the mobile number: area code and number, like (11) 98765-4321.",
    },
    "address.postcode": { missing: "Enter the postal code.", wrong: "Check the postal code: it has eight digits." },
    "address.street": { missing: "Enter the street.", wrong: "Check the street." },
    "address.number": { missing: "Enter the number, or S/N for none.", wrong: "Check the number." },
    "address.complement": { missing: "Enter the apartment or unit.", wrong: "Check the apartment or unit." },
    "address.district": { missing: "Enter the district.", wrong: "Check the district." },
    "address.city": { missing: "Enter the city.", wrong: "Check the city." },
    "address.region": { missing: "Choose the state.", wrong: "Choose the state." },
    "payment.method": { missing: "Choose a payment method.", wrong: "Choose another payment method." },
    "payment.installments": { missing: "Choose the installments.", wrong: "Choose fewer installments." },
    "payment.card.number": {
      missing: "Enter the card number.",
      wrong: "Check the card number: a digit is wrong.",
    },
    "payment.card.holder": {
      missing: "Enter the name as it is on the card.",
      wrong: "Check the name: up to 25 letters, as on the card.",
    },
    "payment.card.expiration": {
      missing: "Enter the expiry date.",
      wrong: "Check the expiry date: month and year, and the card may not have expired.",
    },
    "payment.card.security": {
      missing: "Enter the security code.",
      wrong: "Check the code: 3 digits on the back of the card (American Express: 4 on the front).",
    },
  },
  holderHasDigits: "Check the name: it cannot have digits.",
  holderHasNoLetters: "Write the name with letters from A to Z, as on the card.",
  otherFault: "This payment could not be made. Check the details and try again.",
  cardsStopped: (minute) =>
    minute === null
      ? "Too many cards were refused. Pay another way, or try a card later."
      : `Too many cards were refused. Pay another way, or try a card after ${minute}.`,
  methodTaken: "There is already an open code for this method: pay it, or choose another method.",
  priceTooHigh: "The amount is too high for this payment method. Choose another one.",
  priceChanged: "The price has changed, and nothing was charged. Check the new amount before you pay.",
  formSentBefore:
    "This form was already sent with other details. If you have a code, pay that one; to pay again, send the form once more.",
  addressReplaced: "The address changed with the postal code. Check it before you pay.",
  addressUnknown: "This postal code was not found, so the earlier address was removed. Fill in the address.",
  couponGone: "This order's coupon is no longer valid. Ask the company for a new order.",
  sending: "Sending the payment…",
  offline: "No connection. Do not close this page: it retries automatically and does not charge twice.",
  waitAndTry: "Too many attempts at once. Wait a minute and try again.",
  paidBefore: "This was already paid on this device.",
  payOnceMore: "Pay again",
  seeReceipt: "See the receipt",
  goOn: "Continue to payment",
  begunBefore: "You have already started this payment.",
}
