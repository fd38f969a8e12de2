import { differing, propose } from '#/server/access/changes/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { CentreFacts, CentreRow } from '#/server/organisations/centres/store.ts'

const guardedOf = ({ account_name, account_no, account_bank, invoice_bank, invoice_account_no }: Accounts) => ({
  account_name,
  account_no,
  account_bank,
  invoice_bank,
  invoice_account_no,
})

type Accounts = Pick<CentreFacts, 'account_name' | 'account_no' | 'account_bank' | 'invoice_bank' | 'invoice_account_no'>

/** Splits a centre's facts into those that one person may change and the accounts, which need a second approval. */
export function apart(facts: CentreFacts): { own: Omit<CentreFacts, keyof Accounts>; guarded: Accounts } {
  const { account_name, account_no, account_bank, invoice_bank, invoice_account_no, ...own } = facts
  return { own, guarded: { account_name, account_no, account_bank, invoice_bank, invoice_account_no } }
}

const shownOf = (of: Partial<Accounts>, isActive: boolean) => ({
  accountName: of.account_name ?? '',
  accountNo: of.account_no ?? '',
  accountBank: of.account_bank ?? '',
  invoiceBank: of.invoice_bank ?? '',
  invoiceAccountNo: of.invoice_account_no ?? '',
  isActive,
})

interface AccountChange {
  /** The current accounts; empty for a new centre. */
  readonly from: Partial<Accounts>
  readonly facts: Accounts
  readonly isActive: boolean
  readonly why: string
}

/** Proposes new accounts and the active flag for a centre's approval. Does nothing if they are unchanged. */
export async function proposeCentre(
  ctx: Context,
  row: Pick<CentreRow, 'id' | 'name' | 'is_active'>,
  { from, facts, isActive, why }: AccountChange,
): Promise<void> {
  const differences = differing(shownOf(from, row.is_active), shownOf(facts, isActive))
  if (differences.length === 0) return
  const becomes = { ...guardedOf(facts), is_active: isActive }
  await propose(ctx, { kind: 'centre', rowId: row.id, rowName: row.name, centreId: row.id, becomes, differences, reason: why })
}
