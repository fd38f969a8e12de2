import type { UnfinishedCounters } from '#/server/kernel/declarations/unfinished.ts'
import { unfinishedCounters as collections } from '#/server/money/collections/unfinished.ts'
import { unfinishedCounters as ledger } from '#/server/money/ledger/unfinished.ts'
import { unfinishedCounters as payments } from '#/server/money/payments/unfinished.ts'
import { unfinishedCounters as payouts } from '#/server/money/payouts/unfinished.ts'
import { unfinishedCounters as prepayments } from '#/server/money/prepayments/unfinished.ts'
import { unfinishedCounters as invoices } from '#/server/taxation/invoices/unfinished.ts'

/** Counts of unfinished work, declared by the modules that have it and used by lower modules. */
export const unfinishedCounters: UnfinishedCounters = { ...ledger, ...prepayments, ...payments, ...payouts, ...collections, ...invoices }
