import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { businessInvoiceRefusals as refusals } from '#/api/taxation/businessinvoices.texts.ts'
import { dayOf } from '#/domain/base/period.ts'
import { authorisationStatus, canIssueInvoices } from '#/domain/taxation/business-invoice.ts'
import { ownAgreements } from '#/server/agreements/contracts/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { storeDocument } from '#/server/services/files/public.ts'
import { thresholdQuartersOf } from '#/server/taxation/businessinvoices/quarters.ts'
import * as store from '#/server/taxation/businessinvoices/store-authorisations.ts'

type Operations = Modules['businessinvoices']
type Input<O extends keyof Operations> = z.output<Operations[O]['input']>

const present = (row: store.AuthorisationRow) => ({
  id: row.id,
  from: row.valid_from,
  to: row.valid_to,
  ...fieldsOf(row, 'file_id', 'contract_no', 'state', 'reason', 'by_name'),
  at: row.created_at.toISOString(),
  endedBy: row.ended_name,
  endedAt: row.ended_at?.toISOString() ?? null,
  version: row.version,
})

/** Returns businesses with their latest authorisation and their current quarter. */
export async function list(ctx: Context, { page, size, ...filter }: Input<'authorisations'>) {
  const today = dayOf(ctx.now)
  const { rows, count } = await store.businesses(ctx, filter, today, { page, size })
  const predecessors = new Map((await store.authorisations(ctx, { ids: rows.flatMap((row) => row.given_id ?? []) })).map((row) => [row.id, present(row)]))
  const taxpayers = rows.map((row) => ({ id: row.id, taxKind: row.tax_kind }))
  const quarters = await thresholdQuartersOf(ctx, taxpayers, today)
  return {
    rows: rows.map((row) => ({
      entityId: row.id,
      ...fieldsOf(row, 'name', 'credit_code', 'operator_name', 'tax_kind'),
      canAuthorise: canIssueInvoices(row.state),
      stand: row.stand,
      newest: row.given_id === null ? null : (predecessors.get(row.given_id) ?? null),
      quarter: quarters.get(row.id) ?? null,
    })),
    count,
  }
}

/** Returns all authorisations of a business, and the agreements usable instead of a document. */
export async function businessAuthorisations(ctx: Context, { entityId }: Input<'authorisation'>) {
  const business = (await store.findBusiness(ctx, entityId)) ?? refuse(refusals, 'businessNotFound')
  const agreements = await ownAgreements(ctx, business.operator_id, dayOf(ctx.now))
  return {
    given: (await store.authorisations(ctx, { entityId })).map(present),
    agreements: agreements.map((row) => ({ id: row.id, no: row.no, from: row.valid_from, to: row.valid_to })),
  }
}

/** Stores the authorisation document, or returns the agreement that proves it. */
async function proofOf(ctx: Context, business: store.BusinessRow, { contractId, file, from, to }: Input<'authorise'>) {
  if ((contractId === undefined) === (file === undefined)) return refuse(refusals, 'proofNeeded')
  if (file) {
    const fileOptions = { purpose: 'issue_authorisation', centreId: business.centre_id, operatorId: business.operator_id }
    const { fileId } = await storeDocument(ctx, { upload: file, pictures: true, ...fileOptions })
    return { file_id: fileId, contract_id: null }
  }
  const agreements = await ownAgreements(ctx, business.operator_id, dayOf(ctx.now))
  const agreement = agreements.find(({ id }) => id === contractId) ?? refuse(refusals, 'agreementNotFound')
  if (from < agreement.valid_from || to > agreement.valid_to) refuse(refusals, 'beyondAgreement', { from, to })
  return { file_id: null, contract_id: agreement.id }
}

/** Authorises issuing invoices for a business, and ends the previous authorisation. */
export async function authorise(ctx: Context, form: Input<'authorise'>): Promise<{ id: number }> {
  const { entityId, from, to } = form
  const business = (await store.findBusiness(ctx, entityId, true)) ?? refuse(refusals, 'businessNotFound')
  if (!canIssueInvoices(business.state)) refuse(refusals, 'businessNotOperating', { name: business.name })
  const today = dayOf(ctx.now)
  if (to < from || to < today) refuse(refusals, 'daysWrong')
  const [newest] = await store.authorisations(ctx, { entityId })
  const replacedAuthorisation = newest?.state === 'active' ? newest : null
  if (
    replacedAuthorisation &&
    from > today &&
    authorisationStatus({ isRevoked: false, from: replacedAuthorisation.valid_from, to: replacedAuthorisation.valid_to }, today) === 'effective'
  )
    refuse(refusals, 'earlierStands', { day: replacedAuthorisation.valid_to })
  const proof = await proofOf(ctx, business, form)
  if (replacedAuthorisation) await store.endAuthorisation(ctx, replacedAuthorisation.id, 'replaced', '')
  const businessColumns = { entity_id: entityId, operator_id: business.operator_id, centre_id: business.centre_id }
  const id = await store.addAuthorisation(ctx, { ...businessColumns, ...proof, valid_from: from, valid_to: to })
  const detail = { name: business.name, from, to, contractId: proof.contract_id, replaced: replacedAuthorisation?.id ?? null }
  ctx.note({ refType: 'issue_authorisation', refId: id, centreId: business.centre_id, detail })
  return { id }
}

export async function revoke(ctx: Context, { authorisationId, version, reason }: Input<'revokeAuthorisation'>): Promise<{ id: number }> {
  const row = (await store.findAuthorisation(ctx, authorisationId)) ?? refuse(refusals, 'authorisationNotFound')
  if (row.state !== 'active') refuse(refusals, 'authorisationEnded')
  if (row.version !== version) refuse(refusals, 'authorisationChanged')
  await store.endAuthorisation(ctx, row.id, 'revoked', reason)
  ctx.note({ refType: 'issue_authorisation', refId: row.id, centreId: row.centre_id, detail: { from: row.valid_from, to: row.valid_to, reason } })
  return { id: row.id }
}
