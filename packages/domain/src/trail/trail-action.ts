/**
 * Which changes are worth an entry of the trail, and what each entry is about: the one table that use cases, filters and the reference
 * page go by.
 *
 * What a person, a key or an operator asks for has an entry. What follows from it by itself has none: orders, links, batches and
 * subscriptions have logs of their own, where a placed order, a payment, a renewal and what a worker did stand already.
 */
import * as Schema from "effect/Schema"

export const TrailAction = Schema.Literals([
  "company.create",
  "company.change",
  "company.moderate",
  "api_key.create",
  "api_key.revoke",
  "order.refund",
  "order.cancel",
  "order.complete",
  "order.contest",
  "order.resolve",
  "link.create",
  "link.change",
  "link.remove",
  "batch.create",
  "batch.extend",
  "batch.cancel",
  "sheet.map",
  "subscription.cancel",
  "subscription.replace_card",
  "customer.erase",
  "product.create",
  "product.change",
  "product.remove",
  "checkout.create",
  "checkout.change",
  "checkout.remove",
  "coupon.create",
  "coupon.change",
  "coupon.remove",
  "rule.create",
  "rule.change",
  "rule.remove",
  "webhook.configure",
  "webhook.rotate_secret",
  "webhook.enable",
  "webhook.remove",
  "webhook.redeliver",
  "webhook.replay",
  "webhook.test",
  "job.retry",
  "sandbox.report",
  "sandbox.advance",
  "member.invite",
  "member.withdraw_invitation",
  "member.add",
  "member.change",
  "member.remove",
  "user.password_link",
  "user.password",
  "user.second_factor",
])
export type TrailAction = typeof TrailAction.Type

/** A row of the table. */
export interface TrailActionTerms {
  /** What was done, in words: completes "the actor …". */
  readonly about: string
  /** What the subject of an entry is. */
  readonly subject: string
}

/** Each action with its terms. */
export const trailActions: Readonly<Record<TrailAction, TrailActionTerms>> = {
  "company.create": { about: "created a company", subject: "the company's id" },
  "company.change": {
    about: "changed a company's name, address on codes, logo, fees or pages",
    subject: "the company's id",
  },
  "company.moderate": { about: "began or ended a company's moderation", subject: "the company's id" },
  "api_key.create": { about: "created an API key", subject: "the key's id" },
  "api_key.revoke": { about: "revoked an API key", subject: "the key's id" },
  "order.refund": { about: "requested a refund of an order", subject: "the order's number" },
  "order.cancel": { about: "canceled an order", subject: "the order's number" },
  "order.complete": { about: "completed an order", subject: "the order's number" },
  "order.contest": { about: "contested a chargeback", subject: "the order's number" },
  "order.resolve": { about: "settled an attempt's outcome by hand", subject: "the order's number" },
  "link.create": { about: "created a payment link", subject: "the link's slug" },
  "link.change": { about: "changed a payment link", subject: "the link's slug" },
  "link.remove": { about: "deleted a payment link", subject: "the link's slug" },
  "batch.create": { about: "created payment links in bulk", subject: "the batch's token" },
  "batch.extend": { about: "added customers to a batch", subject: "the batch's token" },
  "batch.cancel": { about: "canceled a batch", subject: "the batch's token" },
  "sheet.map": { about: "saved the column mapping of a sheet", subject: "`sheet`" },
  "subscription.cancel": { about: "canceled a subscription", subject: "the subscription's token" },
  "subscription.replace_card": { about: "replaced the card of a subscription", subject: "the subscription's token" },
  "customer.erase": { about: "erased a customer's data", subject: "the customer's id" },
  "product.create": { about: "created a product", subject: "the product's id" },
  "product.change": { about: "changed a product", subject: "the product's id" },
  "product.remove": { about: "deleted a product", subject: "the product's id" },
  "checkout.create": { about: "created a checkout", subject: "the checkout's slug" },
  "checkout.change": { about: "changed a checkout", subject: "the checkout's slug" },
  "checkout.remove": { about: "deleted a checkout", subject: "the checkout's slug" },
  "coupon.create": { about: "created a coupon", subject: "the coupon's code" },
  "coupon.change": { about: "changed a coupon", subject: "the coupon's code" },
  "coupon.remove": { about: "deleted a coupon", subject: "the coupon's code" },
  "rule.create": { about: "created a reminder rule", subject: "the rule's token" },
  "rule.change": { about: "changed a reminder rule", subject: "the rule's token" },
  "rule.remove": { about: "deleted a reminder rule", subject: "the rule's token" },
  "webhook.configure": { about: "set the webhook", subject: "`webhook`" },
  "webhook.rotate_secret": { about: "rotated the webhook's secret", subject: "`webhook`" },
  "webhook.enable": { about: "enabled the webhook", subject: "`webhook`" },
  "webhook.remove": { about: "removed the webhook", subject: "`webhook`" },
  "webhook.redeliver": { about: "redelivered a webhook", subject: "the webhook's id" },
  "webhook.replay": { about: "replayed the webhooks of a period", subject: "`webhook`" },
  "webhook.test": { about: "sent a test event to the webhook", subject: "`webhook`" },
  "job.retry": { about: "retried background work that was given up", subject: "the job's id" },
  "sandbox.report": { about: "made the simulated acquirer report an event", subject: "the order's number" },
  "sandbox.advance": { about: "turned the sandbox's clock forward", subject: "`clock`" },
  "member.invite": { about: "invited a person", subject: "the address invited" },
  "member.withdraw_invitation": { about: "withdrew an invitation", subject: "the address invited" },
  "member.add": { about: "became a member", subject: "the user's id" },
  "member.change": { about: "changed a member's role", subject: "the user's id" },
  "member.remove": { about: "removed a member", subject: "the user's id" },
  "user.password_link": { about: "created a link to choose a password", subject: "the user's id" },
  "user.password": { about: "chose another password with a link", subject: "the user's id" },
  "user.second_factor": { about: "turned a second factor on or off, or had it removed", subject: "the user's id" },
}
