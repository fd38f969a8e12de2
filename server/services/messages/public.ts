export { openCourier, sandboxMessages } from '#/server/services/messages/courier.ts'
export { newestMessages } from '#/server/services/messages/newest-messages.ts'
export {
  accountsOfOperator,
  accountsOfOperators,
  holdersAt,
  holdersInUnit as holdersIn,
  holdersInUnits as holdersOf,
  holdersOfPlatform,
} from '#/server/services/messages/recipients.ts'
export {
  type OutgoingNotification,
  queueTextNotice,
  sendAccountNotice as sendNotice,
  sendIndividually,
  sendNotification,
  sendToOperators,
} from '#/server/services/messages/sending.ts'
