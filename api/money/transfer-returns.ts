import { z } from 'zod'
import { Day, upload } from '#/api/operation.ts'

/** An outgoing transfer that the bank sent back or never carried out. It counts once another person confirms it. */
export const TransferReturn = z.object({
  isConfirmed: z.boolean(),
  returnedOn: Day,
  /** The bank reference of the incoming money; empty if the bank never carried out the transfer. */
  serial: z.string(),
  reason: z.string(),
  fileId: z.uuid(),
  /** The slip of the transfer that the bank sent back. */
  sentFileId: z.uuid(),
  enteredBy: z.string(),
  /** Whether the caller counts as the person who entered the return. */
  isOwn: z.boolean(),
})

/** The bank reference of a return. One of a transfer that the bank never carried out has none. */
export const returnReference = { bankSerial: z.string().trim().min(4).max(40).optional(), isNeverSent: z.boolean().default(false) }

/** The bank's slip of a returned transfer, with day, reference and reason. */
export const transferReturnInput = {
  returnedOn: Day,
  ...returnReference,
  reason: z.string().trim().min(2).max(200),
  slip: upload(),
}
