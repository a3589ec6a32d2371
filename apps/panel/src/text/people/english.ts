import type { PeopleWords } from "./words.ts"

export const english: PeopleWords = {
  none: "No members yet. Invite an owner above: without one, nobody can sign in to the company.",
  you: "you",
  invite: "Invite a person",
  inviteSays: "They get a link that is valid for seven days.",
  invited: (email) => `The invitation to ${email} is on its way.`,
  linkFor: (email) => `If the e-mail does not arrive, send ${email} this link. It is not shown again.`,
  change: {
    verb: "Change the role",
    says: "It takes effect at once.",
    done: "The role was changed.",
  },
  remove: {
    verb: "Remove",
    says: "They lose all access to this company at once.",
    done: "The person was removed.",
  },
  refused: "This is not allowed: you can only give permissions you have, and a company must keep an owner.",
  roleMeans: {
    owner: "answers for the company and may do everything in it",
    finance: "keeps the books: refunds orders and settles disputes",
    support: "talks with payers: sends links, cancels orders, cannot refund",
    developer: "connects the shop: keys, webhook and catalogue",
    viewer: "reads, and changes nothing",
  },
  invitations: {
    title: "Pending invitations",
    sent: "Invited",
    until: "Valid until",
    withdraw: {
      verb: "Withdraw the invitation",
      says: (email) => `The link that ${email} got stops working. You can invite them again at any time.`,
      done: "The invitation was withdrawn.",
      gone: "This invitation is no longer pending: it was accepted or withdrawn, or has expired. Go back to see the current state.",
    },
  },
  own: {
    title: "Your companies",
    leave: {
      verb: "Leave the company",
      says: (company) =>
        `You lose all access to ${company} at once. To come back, you need a new invitation from a member.`,
      done: (company) => `You have left ${company}.`,
      lastOwner: "You are the only owner, and a company must keep one. First make another member an owner.",
      gone: "You are no longer a member. Go back to see the current state.",
    },
  },
}
