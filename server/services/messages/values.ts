import type { MessageKind } from '#/api/services/messages.texts.ts'
import type { ObjectionKind } from '#/domain/money/collection.ts'
import type { TaxResidence } from '#/domain/people/particulars.ts'
import type { Values } from '#/server/kernel/request/refusal.ts'

/** The placeholders of each message; amounts are yuan text. */
export interface MessageValues extends Record<MessageKind, Values> {
  passwordChanged: Record<string, never>
  paymentPasswordChanged: Record<string, never>
  mobileChanged: Record<string, never>
  accountChangeToDecide: { name: string; by: string }
  closingAsked: { day: string }
  closingRefused: { reason: string }
  closingToDecide: { name: string; day: string }
  batchRejected: { no: string; name: string; reason: string }
  batchRecalculated: { no: string }
  batchHalted: { no: string; reason: string }
  batchReleased: { no: string; reason: string }
  payoutsStopped: { checks: readonly string[] }
  disputeRaised: { name: string }
  disputeKept: { reason: string }
  disputeEnded: { reason: string }
  exceptionAllowed: { name: string; day: string }
  exceptionRefused: { name: string; reason: string }
  batchPaid: { no: string; success: number }
  batchPartial: { no: string; success: number; failed: number }
  batchFailed: { no: string; failed: number }
  batchReturned: { no: string; count: number }
  applicationTaken: { no: string; name: string }
  applicationsAssigned: { count: number; name: string }
  candidatesAccepted: { name: string; count: number; no: string; reason: string }
  candidatesRejected: { name: string; count: number; no: string; reason: string }
  payoutException: { no: string; count: number }
  payoutExceptionProposed: { no: string; name: string }
  payoutExceptionDeclined: { no: string; name: string; reason: string }
  payoutReported: { no: string; count: number; name: string }
  payoutReportDeclined: { no: string; name: string; reason: string }
  batchReady: { no: string }
  candidatesAssigned: { count: number; name: string }
  candidateTaken: { person: string; name: string }
  papersArrived: { name: string }
  accountsAssigned: { count: number; name: string }
  accountTaken: { username: string; name: string }
  accountApproved: { username: string; name: string; roles: readonly string[] }
  accountRejected: { username: string; reason: string }
  entityMoved: { name: string; state: string }
  obligationDue: { name: string; kind: string; period: string; day: string }
  entityAbnormal: { name: string; count: number }
  topupConfirmed: { no: string; amount: string }
  topupRejected: { no: string; amount: string; reason: string }
  reconDifferences: { channel: string; day: string; count: number }
  reconProposed: { no: string; name: string; day: string }
  reconDeclined: { no: string; name: string; reason: string }
  reconMissing: { channel: string; day: string }
  reconRefused: { channel: string; day: string; reasonZh: string; reasonEn: string; reasonEs: string; reasonJa: string }
  reconDue: { no: string }
  clearingOffered: { month: string; amount: string; centre: string; day: string }
  clearingChosen: { month: string; amount: string; name: string; choice: string }
  clearingDecided: { month: string; amount: string; choice: string }
  clearingPaid: { month: string; amount: string; day: string }
  clearingBounced: { month: string; amount: string; day: string }
  clearingRecovered: { month: string; amount: string; day: string; isBeyond: 'yes' | 'no' }
  residenceDecided: { name: string; outcome: 'confirmed' | 'rejected'; residence: TaxResidence; day: string; reason: string }
  custodyDecided: { outcome: 'confirmed' | 'rejected'; day: string; reason: string }
  claimSubmitted: { no: string; name: string; amount: string }
  claimEntered: { no: string; unit: string; amount: string }
  claimObjected: { no: string; name: string; reason: string }
  claimConfirmed: { no: string; unit: string; amount: string }
  claimReturned: { no: string; unit: string; reason: string }
  objectionRaised: { no: string; name: string; kind: ObjectionKind; day: string }
  objectionAnswered: { no: string; unit: string; reason: string }
  objectionDecided: { no: string; outcome: 'upheld' | 'rejected'; reason: string }
  objectionLate: { no: string; unit: string; day: string }
  creditClaimed: { no: string; unit: string; amount: string }
  returnToCheck: { serial: string; amount: string; name: string }
  returnDeclined: { serial: string; name: string; reason: string }
  refundApplied: { no: string; unit: string; amount: string }
  refundToPay: { no: string; unit: string; amount: string }
  refundApproved: { no: string; amount: string }
  refundRejected: { no: string; amount: string; reason: string }
  refundPaid: { no: string; amount: string; day: string }
  refundFailing: { no: string; unit: string; amount: string; name: string; reason: string }
  refundFailureDeclined: { no: string; unit: string; amount: string; reason: string }
  refundFailed: { no: string; amount: string; reason: string }
  refundReturning: { no: string; unit: string; amount: string; name: string; reason: string }
  refundReturnDeclined: { no: string; unit: string; amount: string; reason: string }
  refundReturned: { no: string; amount: string; reason: string }
  adjustmentToCheck: { no: string; unit: string; amount: string; name: string }
  adjustmentRejected: { no: string; name: string; reason: string }
  adjustmentBooked: { no: string; amount: string; reason: string }
  statementReady: { month: string; centre: string; amount: string }
  statementDisputed: { no: string; unit: string; reason: string }
  statementAnswered: { no: string; answer: string }
  commissionIssued: { no: string; month: string; amount: string }
  commissionDisputed: { no: string; name: string; reason: string }
  commissionAnswered: { no: string; amount: string; reason: string }
  commissionPayable: { no: string; name: string; amount: string }
  commissionToCheck: { no: string; name: string; what: 'adjustment' | 'payment' | 'return'; amount: string }
  commissionDeclined: { no: string; name: string; reason: string }
  commissionInvoiceReturned: { no: string; reason: string }
  commissionPaid: { no: string; amount: string; day: string }
  commissionReturned: { no: string; amount: string; reason: string }
  filingNear: { name: string; quarter: string; sales: string; threshold: string }
  filingReached: { name: string; quarter: string; sales: string; threshold: string }
  otherSaleConfirmed: { month: string; amount: string }
  otherSaleRejected: { month: string; amount: string; reason: string }
  taxDue: { month: string; centre: string; day: string; days: number }
  taxOverdue: { month: string; centre: string; day: string; days: number }
  taxPaymentToConfirm: { month: string; centre: string; amount: string; isReversal: 'yes' | 'no' }
  correctionNeeded: { month: string; centre: string; count: number; day: string }
  correctionDue: { month: string; centre: string; day: string; days: number }
  correctionOverdue: { month: string; centre: string; day: string; days: number }
  platformDue: { quarter: string; centre: string; day: string; days: number }
  platformOverdue: { quarter: string; centre: string; day: string; days: number }
  taxToConfirm: { month: string; centre: string; name: string }
  invoiceApplied: { no: string; unit: string; amount: string }
  invoiceWithdrawn: { no: string; unit: string; amount: string }
  invoiceRejected: { no: string; reason: string }
  invoiceIssued: { no: string; count: number; amount: string }
  invoiceFailed: { no: string; reason: string }
  invoiceReleased: { no: string; amount: string; reason: string }
  ownInvoiceToIssue: { no: string; unit: string; amount: string }
  ownInvoiceIssued: { no: string; unit: string; amount: string }
  businessInvoicesMade: { unit: string; count: number; amount: string }
  redDue: { no: string; count: number; amount: string }
  redIssued: { no: string; amount: string }
  redToConfirm: { no: string; number: string; amount: string; confirmNo: string; until: string }
  redVoided: { no: string; amount: string }
  titleToReview: { unit: string; title: string }
  titleDecided: { title: string; outcome: 'approved' | 'rejected'; reason: string }
  contractToSign: { no: string; name: string; day: string }
  contractDone: { no: string; name: string }
  contractOver: { no: string; name: string; reason: string }
  orderOffered: { no: string; title: string; unit: string }
  orderAnswered: { no: string; title: string; name: string; answer: 'accepted' | 'declined'; reason: string }
  orderDelivered: { no: string; title: string }
  batchToCheck: PendingBatchValues
  batchToAudit: PendingBatchValues
  batchToPay: PendingBatchValues
  batchToRegister: PendingBatchValues
  batchShort: { no: string; amount: string }
  batchHeld: { no: string }
  moneyArrived: PaymentValues
  moneyFailed: PaymentValues
  moneyReturned: PaymentValues
  topupSubmitted: { no: string; unit: string; amount: string }
  creditsUnclaimed: { count: number; amount: string }
  creditArrived: { amount: string; centre: string }
  balanceLow: { centre: string; amount: string; limit: string }
  changeToDecide: { name: string; by: string }
  changeDecided: { name: string; outcome: 'approved' | 'rejected' | 'withdrawn'; reason: string }
  proposalDecided: {
    subject:
      | 'identity'
      | 'terms'
      | 'withdrawal'
      | 'relationEnd'
      | 'assignment'
      | 'handover'
      | 'feePlan'
      | 'planWithdrawal'
      | 'incomeUndo'
      | 'reconRules'
      | 'taxation'
    name: string
    by: string
    reason: string
    isApproved: 'yes' | 'no'
    hasReason: 'yes' | 'no'
  }
  termsLoosened: { centre: string; at: string; limits: 'yes' | 'no'; check: 'yes' | 'no'; signing: 'yes' | 'no' }
  accountChanging: { centre: string; account: string; at: string }
  accountChanged: { centre: string; account: string; at: string }
  ownAccountChanging: { account: string; at: string }
  ownAccountChanged: { account: string; at: string }
  lawEnding: { isOver: 'yes' | 'no'; day: string }
  certificateEnding: { place: 'platform' | 'centre'; centre: string; day: string }
  sealWaits: { place: 'platform' | 'centre'; centre: string; fault: 'none' | 'expired' }
  contractEnding: { no: string; name: string; day: string }
  contractsEnding: { count: number }
  paperEnding: { day: string }
  papersEnding: { count: number }
  obligationsDue: { count: number }
  disputeToResolve: { name: string; unit: string }
  newDevice: { at: string; device: string }
  applicationApproved: { no: string }
  applicationReturned: { no: string; count: number }
}

interface PendingBatchValues extends Values {
  readonly no: string
  readonly unit: string
  readonly count: number
  readonly amount: string
}

interface PaymentValues extends Values {
  readonly no: string
  readonly unit: string
  readonly amount: string
}
