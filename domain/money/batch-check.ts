import { isPayableOrder } from '#/domain/agreements/order.ts'
import { add, type Fen, formatYuan } from '#/domain/base/money.ts'

export const batchIssueCodes = ['E305', 'E306', 'E307', 'E308', 'E403', 'W404'] as const
export type BatchIssueCode = (typeof batchIssueCodes)[number]

/** An error or warning of a batch as a whole. */
export interface BatchIssue {
  readonly code: BatchIssueCode
  readonly level: 'error' | 'warning'
  readonly values: Readonly<Record<string, string | number>>
}

function batchIssue(code: BatchIssueCode, values: BatchIssue['values']): BatchIssue {
  return { code, level: code.startsWith('E') ? 'error' : 'warning', values }
}

/** The documents behind a batch on a day. */
export interface BatchPrerequisites {
  readonly today: string
  /** The gross amount of this batch, in fen. */
  readonly amount: Fen
  /** The amount that other batches paid or reserved under the contract, in fen. */
  readonly contractUsed: Fen
  readonly contract: null | { readonly from: string; readonly to: string; readonly isSigned: boolean; readonly cap: Fen | null }
  readonly order: null | {
    readonly from: string
    readonly to: string
    readonly state: string
    readonly isPaused: boolean
    readonly budget: Fen
    /** The amount that other batches paid or reserved under the order, in fen. */
    readonly used: Fen
  }
  readonly evidenceCount: number
  readonly evidenceNeeded: boolean
  readonly hasPayeeAccounts: boolean
}

/** Days after the end of an order in which its work can still be paid, so that old work is not entered later (补录). */
export const maxLateDays = 60

function contractIssues(facts: BatchPrerequisites): BatchIssue[] {
  const { contract, today } = facts
  if (contract === null) return [batchIssue('E308', { missing: 'contract' })]
  if (!contract.isSigned) return [batchIssue('E306', { problem: 'unsigned' })]
  if (today < contract.from) return [batchIssue('E306', { problem: 'early' })]
  if (today > contract.to) return [batchIssue('E306', { problem: 'expired' })]
  if (contract.cap === null || add(facts.contractUsed, facts.amount) <= contract.cap) return []
  return [batchIssue('E306', { problem: 'cap', used: formatYuan(facts.contractUsed), amount: formatYuan(facts.amount), limit: formatYuan(contract.cap) })]
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

function orderIssues({ order, today, amount }: BatchPrerequisites): BatchIssue[] {
  if (order === null) return [batchIssue('E308', { missing: 'order' })]
  if (!isPayableOrder(order)) return [batchIssue('E307', { problem: order.isPaused ? 'paused' : 'state', days: maxLateDays })]
  if (today < order.from) return [batchIssue('E307', { problem: 'early', days: maxLateDays })]
  if (daysBetween(order.to, today) > maxLateDays) return [batchIssue('E307', { problem: 'late', days: maxLateDays })]
  if (add(order.used, amount) <= order.budget) return []
  return [batchIssue('E307', { problem: 'budget', used: formatYuan(order.used), amount: formatYuan(amount), limit: formatYuan(order.budget) })]
}

/**
 * Checks that contract, order, documents and accounts are complete (四流一致): E306, E307, E308. Runs at submission and
 * again before payment (INV-18).
 */
export function checkPrerequisites(facts: BatchPrerequisites): BatchIssue[] {
  const issues = contractIssues(facts)
  issues.push(...orderIssues(facts))
  if (facts.evidenceNeeded && facts.evidenceCount === 0) issues.push(batchIssue('E308', { missing: 'evidence' }))
  if (!facts.hasPayeeAccounts) issues.push(batchIssue('E308', { missing: 'account' }))
  return issues
}

/** Checks that the prepayment is enough for the batch: E305. */
export function checkBalance(needed: Fen, available: Fen): BatchIssue[] {
  return needed > available ? [batchIssue('E305', { needed: formatYuan(needed), available: formatYuan(available) })] : []
}

/** Warns of every other batch with the same document: W404. */
export function duplicateEvidenceIssues(batchNos: readonly string[]): BatchIssue[] {
  return batchNos.map((batch) => batchIssue('W404', { batch }))
}
