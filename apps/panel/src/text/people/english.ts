import type { PeopleWords } from "./words.ts"

export const english: PeopleWords = {
  none: "Nobody works here yet. Without an owner nobody can sign in to the company: invite one above.",
  you: "you",
  invite: "Invite somebody",
  inviteSays: "They get a link, which is good for seven days.",
  invited: (email) => `The invitation to ${email} is on its way.`,
  linkFor: (email) => `If the letter does not come, send ${email} this link. It is not shown again.`,
  change: {
    verb: "Change the role",
    says: "It counts from the next thing they do.",
    done: "The role was changed.",
  },
  remove: {
    verb: "Remove",
    says: "They lose all access to this company at once.",
    done: "They were removed.",
  },
  refused: "This is not allowed: nobody can give permissions they do not have, and a company keeps an owner.",
  roleMeans: {
    owner: "answers for the company and may do everything in it",
    finance: "keeps the books: gives money back and settles disputes",
    support: "talks with payers: sends links, cancels orders, gives no money back",
    developer: "connects the shop: keys, webhook and catalogue",
    viewer: "looks and changes nothing",
  },
  invitations: {
    title: "Invitations that wait",
    sent: "Invited",
    until: "Good until",
    withdraw: {
      verb: "Withdraw the invitation",
      says: (email) =>
        `The link that ${email} got is worth nothing from now on. You can invite them again at any time.`,
      done: "The invitation was withdrawn.",
      gone: "This invitation waits no longer: it was accepted or withdrawn, or its time is over. Go back to see how things stand now.",
    },
  },
  own: {
    title: "Where you work",
    leave: {
      verb: "Leave the company",
      says: (company) =>
        `You lose all access to ${company} at once. To come back you need a new invitation from somebody who works there.`,
      done: (company) => `You have left ${company}.`,
      lastOwner:
        "You are the only owner, and a company keeps one. Give somebody else the role of owner on the page of members first.",
      gone: "You do not work there any more. Go back to see how things stand now.",
    },
  },
}
