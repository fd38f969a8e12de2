export const voucherKindNames = ['payment', 'topup', 'refund', 'fee', 'tax'] as const
export type VoucherKind = (typeof voucherKindNames)[number]

/**
 * State of a receipt's document: `awaited` from the bank, `here` (drawn by us if the bank issues none), or `missing`.
 */
export const receiptStates = ['awaited', 'here', 'missing'] as const
export type ReceiptState = (typeof receiptStates)[number]

interface Receipt {
  readonly isFromChannel: boolean
  readonly isUploaded: boolean
  /** Whether the job will request the document from the bank again. */
  readonly isDue: boolean
  readonly tries: number
}

/** Returns whether we have the receipt's document, expect it from the bank, or gave up after failed attempts. */
export function receiptState({ isFromChannel, isUploaded, isDue, tries }: Receipt): ReceiptState {
  if (isFromChannel || isUploaded) return 'here'
  if (isDue) return 'awaited'
  return tries > 0 ? 'missing' : 'here'
}

/** The number of working days within which banks issue a receipt. */
export const receiptDays = 2
