import { sql } from 'kysely'
import { settlementMode } from '#/domain/base/codes.ts'
import { activeRedCodes, issuableStates, type RedCode } from '#/domain/taxation/invoice.ts'
import type { Context, Mode, Scope } from '#/server/kernel/context.ts'
import { type PendingFigure, type PendingKind, type PlaceSum, sumsByPlace, totalOf } from '#/server/kernel/declarations/pending.ts'

const isOfMode = (table: string, mode: Mode) => sql`${sql.ref(`${table}.mode`)} = ${mode}`

/** The column with the time since when applications have waited for the step. The time of a failure is not recorded. */
const waitsSince = { review: sql`asked.applied_at`, issue: sql`asked.reviewed_at`, repair: undefined } as const

const statesOfStep = { review: ['pending'], issue: issuableStates, repair: ['failed'] } as const

function sumApplications(ctx: Context, scope: Scope, step: keyof typeof statesOfStep, mode: Mode): Promise<PlaceSum[]> {
  const where = sql`asked.state = any(${[...statesOfStep[step]]}::text[]) and ${isOfMode('asked', mode)}`
  const since = waitsSince[step]
  return sumsByPlace(ctx, scope, { table: sql`invoice_application asked`, as: 'asked', where, amount: sql`asked.amount_fen`, since, hasMode: true })
}

/** Counts the payments returned after invoicing by place, with the amounts to reverse. */
function sumRedDue(ctx: Context, scope: Scope, mode: Mode): Promise<PlaceSum[]> {
  const where = sql`kept.is_returned and kept.used_fen > 0 and ${isOfMode('kept', mode)}`
  return sumsByPlace(ctx, scope, { table: sql`invoice_use kept`, as: 'kept', where, amount: sql`kept.used_fen`, hasMode: true })
}

/** Counts the red letters in these states at the tax office that are not issued yet, by place. */
function sumOpenRedLetters(ctx: Context, scope: Scope, mode: Mode, codes: readonly RedCode[]): Promise<PlaceSum[]> {
  const where = sql`not red.is_issued and red.code = any(${[...codes]}::text[]) and ${isOfMode('red', mode)}`
  return sumsByPlace(ctx, scope, { table: sql`red_letter red`, as: 'red', where, amount: sql`red.amount_fen`, hasMode: true })
}

/** Returns the pending work on invoices of one mode. Each mode has its own page. */
function pendingOfPage(page: 'fpListDz' | 'fpListGth', mode: Mode): PendingKind[] {
  const countAtStep = (step: keyof typeof statesOfStep) => ({
    query: `states=${statesOfStep[step].join(',')}`,
    sums: (ctx: Context, scope: Scope) => sumApplications(ctx, scope, step, mode),
  })
  const redLettersWithCodes = (codes: readonly RedCode[]) => ({
    query: `pane=reds&isOpen=1&codes=${codes.join(',')}`,
    sums: (ctx: Context, scope: Scope) => sumOpenRedLetters(ctx, scope, mode, codes),
  })
  return [
    { kind: 'invoicesToReview', page, rights: ['fp:check'], ...countAtStep('review') },
    { kind: 'invoicesToIssue', page, rights: ['fp:issue'], ...countAtStep('issue') },
    { kind: 'invoicesFailed', page, rights: ['fp:issue'], ...countAtStep('repair') },
    { kind: 'redOpen', page, rights: ['fp:issue'], ...redLettersWithCodes(activeRedCodes) },
    { kind: 'redToConfirm', page, rights: ['fp:apply'], ...redLettersWithCodes(['02']) },
    { kind: 'redDue', page, rights: ['fp:issue', 'fp:apply'], query: 'pane=returned', sums: (ctx, scope) => sumRedDue(ctx, scope, mode) },
  ]
}

/** Invoices to review, issue and reverse. */
export const pendingKinds: readonly PendingKind[] = [
  ...pendingOfPage('fpListDz', settlementMode.generalContract),
  ...pendingOfPage('fpListGth', settlementMode.individualBusiness),
]

/**
 * Returns the number and amount of the invoice applications of a mode that are ready to issue, in the caller's scope.
 */
export const invoicesToIssue = async (ctx: Context, mode: Mode): Promise<PendingFigure> => totalOf(await sumApplications(ctx, ctx.scope, 'issue', mode))

/**
 * Returns the number and amount of the payments of a mode that were returned after invoicing, in the caller's scope.
 */
export const returnedAfterInvoice = async (ctx: Context, mode: Mode): Promise<PendingFigure> => totalOf(await sumRedDue(ctx, ctx.scope, mode))
