import { z } from 'zod'
import { Id, LongListPaging, longPageOf, Mode, type Module, Moment, MoneyOut, Page, pageOf } from '#/api/operation.ts'
import { accountKinds } from '#/domain/money/posting.ts'
import { accountingVoucherKinds } from '#/domain/taxation/accounting.ts'
import { balanceDirections } from '#/domain/taxation/books.ts'

const Month = z.string().regex(/^(20\d{2})-(0[1-9]|1[0-2])$/)
const period = { from: Month, to: Month }
const place = { centreId: Id.optional(), mode: Mode.optional() }
const filter = { ...period, ...place }

/** Opening balance, movements and closing balance, each with a debit and a credit side (借, 贷). */
const figures = { openingDebit: MoneyOut, openingCredit: MoneyOut, debit: MoneyOut, credit: MoneyOut, closingDebit: MoneyOut, closingCredit: MoneyOut }

const Account = z.object({ accountId: Id, account: z.enum(accountKinds), centreName: z.string(), mode: Mode, unitName: z.string(), ...figures })

const Entry = z.object({
  key: Id,
  journalId: Id,
  at: Moment,
  kind: z.enum(accountingVoucherKinds),
  memo: z.string(),
  refNo: z.string(),
  /** The page that shows the source of the entry; null when the caller cannot open it. */
  path: z.string().nullable(),
  debit: MoneyOut,
  credit: MoneyOut,
  direction: z.enum(balanceDirections),
  balance: MoneyOut,
})

const access = 'trialBalance'
const limit = 'export'

/** 科目余额表 and 明细账: the balances and entries of the ledger for accountants, limited to the caller's scope. */
export const books = {
  /** Returns the centres with books, and the month of the first journal, which is null without journals. */
  places: { access, kind: 'read', input: z.object({}), output: z.object({ centres: z.array(z.object({ id: Id, name: z.string() })), since: Month.nullable() }) },
  /** Returns a row per kind of account. `accountId` is set when the kind has a single account. */
  balances: {
    access,
    kind: 'read',
    mayLag: true,
    input: z.object(filter),
    output: z.object({ rows: z.array(z.object({ account: z.enum(accountKinds), accounts: z.int(), accountId: Id.nullable(), ...figures })), totals: z.object(figures) }),
  },
  /** Returns the single accounts of one kind or of all kinds, by centre, mode and unit. */
  accounts: {
    access,
    kind: 'read',
    mayLag: true,
    input: z.object({ ...filter, account: z.enum(accountKinds).optional(), keyword: z.string().trim().max(50).optional(), ...Page }),
    output: pageOf(Account),
  },
  /** Returns the entries of an account, oldest first, with the balance after each entry. */
  entries: {
    access,
    kind: 'read',
    mayLag: true,
    input: z.object({ accountId: Id, ...period, ...LongListPaging }),
    output: longPageOf(Entry).extend({ account: Account }),
  },
  exportBalances: {
    access,
    kind: 'read',
    log: { zh: '导出科目余额表', en: 'Export the trial balance', es: 'Exportar el balance de comprobación', ja: '残高試算表の出力' },
    limit,
    input: z.object(filter),
    output: z.object({ fileId: z.uuid() }),
  },
  /** Exports the entries of an account, as a file or, for many rows, as a task. */
  exportEntries: {
    access,
    kind: 'write',
    log: { zh: '导出明细账', en: 'Export an account ledger', es: 'Exportar el mayor de una cuenta', ja: '勘定元帳の出力' },
    limit,
    input: z.object({ accountId: Id, ...period }),
    output: z.object({ fileId: z.uuid().nullable(), taskId: Id.nullable() }),
  },
} as const satisfies Module
