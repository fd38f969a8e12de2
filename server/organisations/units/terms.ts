import type { z } from 'zod'
import { signatureMethodNames } from '#/api/organisations/signature-methods.texts.ts'
import { type TermsInput, termFields, type termsDecisions } from '#/api/organisations/unit-terms.ts'
import { basisNames, bearerNames, invoicingMethodNames, unitRefusals, yesNoNames } from '#/api/organisations/units.texts.ts'
import { maskMobile } from '#/domain/base/identity.ts'
import { formatYuan, parseYuan, ZERO } from '#/domain/base/money.ts'
import { joinWords } from '#/domain/base/text.ts'
import type { UnitTerms } from '#/domain/organisations/unit.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { formatPercent } from '#/server/organisations/units/creation.ts'
import type { TermsRow, VersionRow } from '#/server/organisations/units/store-terms.ts'

type Field = (typeof termFields)[number]
type TermsSubject = (typeof termsDecisions)[number]

const yuan = (text: string) => parseYuan(text) ?? ZERO

/** Parses terms from the form. */
export function parseTerms(terms: z.output<typeof TermsInput>): UnitTerms {
  return {
    ...terms,
    signWay: terms.signWay,
    autoAuditLimit: yuan(terms.autoAuditLimit),
    singleLimit: yuan(terms.singleLimit),
    dayLimit: yuan(terms.dayLimit),
    monthLimit: yuan(terms.monthLimit),
    evidenceLimit: yuan(terms.evidenceLimit),
    lowBalance: yuan(terms.lowBalance),
    noticeMobiles: [...new Set(terms.noticeMobiles)],
    invoiceCategories: [...new Set(terms.invoiceCategories)],
  }
}

/** Parses stored terms. */
export function termsOf(row: TermsRow): UnitTerms {
  return {
    ...fieldsOf(row, 'fee_plan_id', 'tax_bearer', 'fee_bearer', 'fee_unit_share_ppm', 'sign_required', 'sign_way'),
    ...fieldsOf(row, 'dual_control', 'freeze_on_submit', 'auto_audit_limit_fen', 'single_limit_fen', 'day_limit_fen'),
    ...fieldsOf(row, 'month_limit_fen', 'evidence_limit_fen', 'low_balance_fen', 'channel_ids', 'invoice_way'),
    ...fieldsOf(row, 'invoice_categories', 'notice_mobiles'),
  }
}

/** Formats terms. Only users who may change the terms see notification numbers in full. */
export function presentTerms(ctx: Context, row: TermsRow) {
  const { channelIds, invoiceCategories, noticeMobiles, ...rest } = termsOf(row)
  return {
    ...rest,
    channelIds: [...channelIds],
    invoiceCategories: [...invoiceCategories],
    noticeMobiles: [...noticeMobiles],
    planName: presetName(row.plan_name, ctx.language),
    basis: row.basis,
    lowestPpm: row.lowest,
    highestPpm: row.highest,
    channelNames: row.channel_names.map((name) => presetName(name, ctx.language)),
  }
}

/** The names of terms, for comparison. */
export interface TermNames {
  readonly planName: string
  readonly basis: 'gross' | 'net'
  readonly channelNames: readonly string[]
}

function displayedTerms(ctx: Context, terms: UnitTerms, termNames: TermNames): Readonly<Record<Field, string>> {
  const { language } = ctx
  const yesNoText = (is: boolean) => translate(yesNoNames[is ? 'yes' : 'no'], language)
  const joinOrDash = (words: readonly string[]) => joinWords(words, language) || '—'
  return {
    feePlanId: presetName(termNames.planName, language),
    basis: translate(basisNames[termNames.basis], language),
    feeBearer: translate(bearerNames[terms.feeBearer], language),
    feeUnitSharePpm: formatPercent(terms.feeUnitSharePpm),
    taxBearer: translate(bearerNames[terms.taxBearer], language),
    signRequired: yesNoText(terms.signRequired),
    signWay: translate(signatureMethodNames[terms.signWay], language),
    dualControl: yesNoText(terms.dualControl),
    freezeOnSubmit: yesNoText(terms.freezeOnSubmit),
    autoAuditLimit: formatYuan(terms.autoAuditLimit),
    singleLimit: formatYuan(terms.singleLimit),
    dayLimit: formatYuan(terms.dayLimit),
    monthLimit: formatYuan(terms.monthLimit),
    evidenceLimit: formatYuan(terms.evidenceLimit),
    lowBalance: formatYuan(terms.lowBalance),
    channelIds: joinOrDash(termNames.channelNames.map((name) => presetName(name, language))),
    invoiceWay: translate(invoicingMethodNames[terms.invoiceWay], language),
    invoiceCategories: joinOrDash(terms.invoiceCategories),
    noticeMobiles: joinOrDash(terms.noticeMobiles.map(maskMobile)),
  }
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Lists the differences between two sets of terms in the caller's language. Compares plans by id, not by name. */
export function termChangesBetween(
  ctx: Context,
  before: { terms: UnitTerms; named: TermNames },
  after: { terms: UnitTerms; named: TermNames },
): { field: Field; before: string; after: string }[] {
  const [old, fresh] = [displayedTerms(ctx, before.terms, before.named), displayedTerms(ctx, after.terms, after.named)]
  return termFields
    .filter((field) => (field === 'basis' ? before.named.basis !== after.named.basis : !isEqual(before.terms[field], after.terms[field])))
    .map((field) => ({ field, before: old[field], after: fresh[field] }))
}

export function termNamesOf(row: TermsRow): TermNames {
  return { planName: row.plan_name, basis: row.basis, channelNames: row.channel_names }
}

type RefusalKey = keyof typeof unitRefusals &
  ('noRight' | 'notPending' | 'ownProposal' | 'ownWithdrawal' | 'withdrawalAsked' | 'notWaiting' | 'sameAsNow' | 'pendingExists')

const startsLater = (ctx: Context, version: VersionRow) => version.in_force_at !== null && version.in_force_at > ctx.now

/** Returns whether the withdrawal of an approved version awaits a second person. */
export function isWithdrawalRequested(ctx: Context, version: VersionRow): boolean {
  return version.withdraw_asked_by !== null && startsLater(ctx, version)
}

/** Returns what a second person decides about a version, if anything. */
function decisionOf(ctx: Context, version: VersionRow): TermsSubject | null {
  return isWithdrawalRequested(ctx, version) ? 'withdrawal' : version.state === 'pending' ? 'terms' : null
}

/** Returns the withdrawal of an approved version that awaits a second person or was confirmed, or null. */
function presentWithdrawal(ctx: Context, version: VersionRow) {
  if (!version.withdraw_asked_at || (version.state !== 'withdrawn' && !isWithdrawalRequested(ctx, version))) return null
  return {
    askedBy: version.withdraw_asker ?? '',
    askedAt: version.withdraw_asked_at.toISOString(),
    reason: version.withdraw_reason,
    confirmedBy: version.withdraw_confirmer ?? '',
    confirmedAt: version.withdraw_confirmed_at?.toISOString() ?? null,
  }
}

/** Returns why the caller may not make this decision about a version, or null. Without a decision, takes the one that waits. */
export function decideBlocker(ctx: Context, version: VersionRow, subject = decisionOf(ctx, version)): RefusalKey | null {
  if (subject === null || subject !== decisionOf(ctx, version)) return 'notPending'
  if (subject === 'withdrawal') return version.withdraw_asked_by === ctx.actor.userId ? 'ownWithdrawal' : null
  return version.created_by === ctx.actor.userId ? 'ownProposal' : null
}

/** Returns why the caller may not withdraw a version, or null. */
export function withdrawBlocker(ctx: Context, version: VersionRow): RefusalKey | null {
  if (isWithdrawalRequested(ctx, version)) return 'withdrawalAsked'
  return version.state === 'pending' || startsLater(ctx, version) ? null : 'notWaiting'
}

/** Formats versions, newest first: state, changes, and the caller's possible actions. */
export function presentVersions(ctx: Context, rows: readonly VersionRow[], now: { versionNo: number; hasPending: boolean; terms: UnitTerms }) {
  const blockerText = (name: RefusalKey | null) => (name === null ? '' : translate(unitRefusals[name], ctx.language))
  return rows.map((row, at) => {
    const previousVersion = rows.slice(at + 1).find((each) => each.state === 'approved')
    const isLater = startsLater(ctx, row)
    const terms = termsOf(row)
    const restoreBlocker: RefusalKey | null = now.hasPending ? 'pendingExists' : isEqual(terms, now.terms) ? 'sameAsNow' : null
    return {
      id: row.id,
      no: row.no,
      state: row.state,
      stand: row.in_force_at === null ? ('none' as const) : isLater ? ('later' as const) : row.no === now.versionNo ? ('now' as const) : ('past' as const),
      ...fieldsOf(row, 'effective_from', 'in_force_at', 'needs_second', 'reason', 'restores_no'),
      createdBy: row.creator ?? '',
      createdAt: row.created_at.toISOString(),
      decidedBy: row.decider ?? '',
      decidedAt: row.decided_at?.toISOString() ?? null,
      decisionReason: row.decision_reason,
      withdrawal: presentWithdrawal(ctx, row),
      terms: presentTerms(ctx, row),
      changes: previousVersion
        ? termChangesBetween(ctx, { terms: termsOf(previousVersion), named: termNamesOf(previousVersion) }, { terms, named: termNamesOf(row) })
        : [],
      may: { decide: blockerText(decideBlocker(ctx, row)), withdraw: blockerText(withdrawBlocker(ctx, row)), restore: blockerText(restoreBlocker) },
    }
  })
}
