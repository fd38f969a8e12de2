import type { Unfinished } from '#/server/kernel/unfinished.ts'
import { unfinished as collections } from '#/server/money/collections/unfinished.ts'
import { unfinished as ledger } from '#/server/money/ledger/unfinished.ts'
import { unfinished as payments } from '#/server/money/payments/unfinished.ts'
import { unfinished as payouts } from '#/server/money/payouts/unfinished.ts'
import { unfinished as prepayments } from '#/server/money/prepayments/unfinished.ts'
import { unfinished as invoices } from '#/server/taxation/invoices/unfinished.ts'

/** Counts of unfinished work, declared by the modules that have it and used by lower modules. */
export const unfinished: Unfinished = { ...ledger, ...prepayments, ...payments, ...payouts, ...collections, ...invoices }
