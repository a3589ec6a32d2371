/**
 * Every store that one unit of work covers, by its port.
 */
import type {
  ApiKeyRepository,
  BatchRepository,
  CardAttempts,
  ChangeFeed,
  CheckoutRepository,
  CompanyRepository,
  CouponRepository,
  CustomerRepository,
  GuessLog,
  IdempotencyStore,
  MailCounts,
  MembershipRepository,
  OrderFigures,
  OrderRepository,
  PaymentLinkRepository,
  PersonalData,
  ProductRepository,
  ReminderLog,
  ReminderRuleRepository,
  SavedCardRepository,
  SessionRepository,
  SheetMappingRepository,
  StorageCheck,
  SubscriptionRepository,
  TicketRepository,
  Trail,
  UnitOfWork,
  UserRepository,
  WebhookDeliveryRepository,
  WebhookEndpointRepository,
} from "@vintem/domain/ports"

/** The unit itself is one of them. */
export type Storage =
  | ApiKeyRepository
  | Trail
  | BatchRepository
  | CardAttempts
  | ChangeFeed
  | CheckoutRepository
  | CompanyRepository
  | CouponRepository
  | CustomerRepository
  | IdempotencyStore
  | OrderFigures
  | OrderRepository
  | PaymentLinkRepository
  | ReminderRuleRepository
  | PersonalData
  | ProductRepository
  | MailCounts
  | ReminderLog
  | SavedCardRepository
  | SheetMappingRepository
  | StorageCheck
  | SubscriptionRepository
  | UnitOfWork
  | GuessLog
  | MembershipRepository
  | SessionRepository
  | TicketRepository
  | UserRepository
  | WebhookDeliveryRepository
  | WebhookEndpointRepository
