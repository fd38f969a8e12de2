import { maskCard } from '#/domain/base/identity.ts'
import { fieldDifferences, proposeChange } from '#/server/access/changes/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type PartnerRow, sealAccount } from '#/server/organisations/partners/store.ts'

/** A partner's account as entered. An empty number keeps the stored one. */
export interface PartnerAccount {
  readonly accountName: string
  readonly accountBank: string
  readonly accountNo: string
}

/** Proposes a changed account for a partner's commission. Does nothing when nothing differs. */
export async function proposeAccount(ctx: Context, row: PartnerRow, { accountName, accountBank, accountNo }: PartnerAccount, why: string): Promise<void> {
  const currentAccountNo = row.account_no_sealed === null ? '' : ctx.vault.open('account_no', row.account_no_sealed)
  const nextAccountNo = accountNo === '' ? currentAccountNo : accountNo
  const displayedAccount = (name: string, bank: string, no: string) => ({ accountName: name, accountNo: no === '' ? '' : maskCard(no), accountBank: bank })
  const differences = fieldDifferences(
    displayedAccount(row.account_name, row.account_bank, currentAccountNo),
    displayedAccount(accountName, accountBank, nextAccountNo),
  )
  if (differences.length === 0 && nextAccountNo === currentAccountNo) return
  const isSame = nextAccountNo === currentAccountNo
  const { account_no_sealed: sealed, account_no_index: index } = isSame ? row : sealAccount(ctx, nextAccountNo)
  await proposeChange(ctx, {
    kind: 'partner',
    rowId: row.id,
    rowName: row.name,
    centreId: null,
    becomes: { account_name: accountName, account_bank: accountBank },
    account: { sealed, index },
    differences,
    reason: why,
  })
}
