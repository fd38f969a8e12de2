import type { Unfinished } from '#/server/kernel/unfinished.ts'
import { unfinished as ledger } from '#/server/money/ledger/unfinished.ts'
import { unfinished as payments } from '#/server/money/payments/unfinished.ts'
import { unfinished as payouts } from '#/server/money/payouts/unfinished.ts'
import { unfinished as prepayments } from '#/server/money/prepayments/unfinished.ts'

/** The unfinished work that modules declare for the modules below them. */
export const unfinished: Unfinished = { ...ledger, ...prepayments, ...payments, ...payouts }
