import { z } from 'zod'
import { Day, upload } from '#/api/operation.ts'

/** An outgoing transfer that the bank sent back. It counts once another person confirms it. */
export const TransferReturn = z.object({
  isConfirmed: z.boolean(),
  returnedOn: Day,
  /** The bank reference of the incoming money. */
  serial: z.string(),
  reason: z.string(),
  fileId: z.uuid(),
  /** The slip of the transfer that the bank sent back. */
  sentFileId: z.uuid(),
  enteredBy: z.string(),
  /** Whether the caller counts as the person who entered the return. */
  isOwn: z.boolean(),
})

/** The bank's slip of a returned transfer, with day, reference and reason. */
export const transferReturnInput = {
  returnedOn: Day,
  bankSerial: z.string().trim().min(4).max(40),
  reason: z.string().trim().min(2).max(200),
  slip: upload(),
}
