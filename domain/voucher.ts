/** What a receipt proves. */
export const voucherKindNames = ['payment', 'topup', 'refund', 'fee', 'tax'] as const
export type VoucherKind = (typeof voucherKindNames)[number]

/** Whether the document is here: asked for, here (drawn here where no bank gives one), or not to be had. */
export const receiptStates = ['awaited', 'here', 'missing'] as const
export type ReceiptState = (typeof receiptStates)[number]

interface Receipt {
  readonly isFromChannel: boolean
  readonly isUploaded: boolean
  /** The bank is asked again at some time. */
  readonly isDue: boolean
  readonly tries: number
}

/** Where the document of a receipt stands. */
export function receiptState({ isFromChannel, isUploaded, isDue, tries }: Receipt): ReceiptState {
  if (isFromChannel || isUploaded) return 'here'
  if (isDue) return 'awaited'
  return tries > 0 ? 'missing' : 'here'
}

/** Banks give a receipt within so many working days. */
export const receiptDays = 2
