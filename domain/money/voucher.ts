export const voucherKindNames = ['payment', 'topup', 'refund', 'fee', 'tax'] as const
export type VoucherKind = (typeof voucherKindNames)[number]

/** State of a receipt's document: requested, available (drawn here when the bank issues none), unavailable. */
export const receiptStates = ['awaited', 'here', 'missing'] as const
export type ReceiptState = (typeof receiptStates)[number]

interface Receipt {
  readonly isFromChannel: boolean
  readonly isUploaded: boolean
  /** The bank will be asked again. */
  readonly isDue: boolean
  readonly tries: number
}

/** Returns whether the receipt's document is here, awaited from the bank, or missing after failed tries. */
export function receiptState({ isFromChannel, isUploaded, isDue, tries }: Receipt): ReceiptState {
  if (isFromChannel || isUploaded) return 'here'
  if (isDue) return 'awaited'
  return tries > 0 ? 'missing' : 'here'
}

/** Working days in which banks issue a receipt. */
export const receiptDays = 2
