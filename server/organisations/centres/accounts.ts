import { fieldDifferences, proposeChange } from '#/server/access/changes/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { CentreColumns, CentreRow } from '#/server/organisations/centres/store.ts'

const guardedNames = ['account_name', 'account_no', 'account_bank', 'invoice_bank', 'invoice_account_no', 'single_limit_fen', 'month_limit_fen'] as const

type GuardedColumns = Pick<CentreColumns, (typeof guardedNames)[number]>

const pickGuardedColumns = (facts: GuardedColumns): GuardedColumns =>
  Object.fromEntries(guardedNames.map((name) => [name, facts[name]])) as unknown as GuardedColumns

/**
 * Splits a centre's data into fields that one person may change, and accounts and limits, which a second person must
 * approve.
 */
export function splitGuardedColumns(facts: CentreColumns): { own: Omit<CentreColumns, keyof GuardedColumns>; guarded: GuardedColumns } {
  const unguardedColumns = Object.fromEntries(Object.entries(facts).filter(([name]) => !(guardedNames as readonly string[]).includes(name)))
  return { own: unguardedColumns as unknown as Omit<CentreColumns, keyof GuardedColumns>, guarded: pickGuardedColumns(facts) }
}

const displayedFields = (of: Partial<GuardedColumns>, isActive: boolean) => ({
  accountName: of.account_name ?? '',
  accountNo: of.account_no ?? '',
  accountBank: of.account_bank ?? '',
  invoiceBank: of.invoice_bank ?? '',
  invoiceAccountNo: of.invoice_account_no ?? '',
  singleLimit: of.single_limit_fen ?? null,
  monthLimit: of.month_limit_fen ?? null,
  isActive,
})

interface AccountChange {
  /** The present accounts and limits; empty for a new centre. */
  readonly from: Partial<GuardedColumns>
  readonly facts: GuardedColumns
  readonly isActive: boolean
  readonly why: string
}

/** Proposes changed accounts, limits or the active flag of a centre for approval. Does nothing when none differs. */
export async function proposeGuardedChange(
  ctx: Context,
  row: Pick<CentreRow, 'id' | 'name' | 'is_active'>,
  { from, facts, isActive, why }: AccountChange,
): Promise<void> {
  const differences = fieldDifferences(displayedFields(from, row.is_active), displayedFields(facts, isActive))
  if (differences.length === 0) return
  const becomes = { ...pickGuardedColumns(facts), is_active: isActive }
  await proposeChange(ctx, { kind: 'centre', rowId: row.id, rowName: row.name, centreId: row.id, becomes, differences, reason: why })
}
