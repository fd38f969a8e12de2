export { openCourier, sandboxMessages } from '#/server/services/messages/courier.ts'
export { newestMessages } from '#/server/services/messages/newest-messages.ts'
export { notifyProposer } from '#/server/services/messages/proposals.ts'
export {
  accountsOfOperator,
  accountsOfOperators,
  holdersAt,
  holdersInUnit,
  holdersInUnits,
  holdersOfPlatform,
} from '#/server/services/messages/recipients.ts'
export {
  type OutgoingNotification,
  queueTextNotice,
  sendAccountNotice,
  sendIndividually,
  sendNotification,
  sendToOperators,
} from '#/server/services/messages/sending.ts'
export { notificationsAbout } from '#/server/services/messages/store-fragments.ts'
