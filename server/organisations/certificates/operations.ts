import type { Modules } from '#/api/modules.ts'
import { certificateRefusals } from '#/api/organisations/certificates.texts.ts'
import { dayOf } from '#/domain/base/period.ts'
import { certificateState } from '#/domain/organisations/certificate.ts'
import { fieldDifferences, openChangesOf, proposeChange } from '#/server/access/changes/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { countAwaitingSeal } from '#/server/organisations/certificates/questions.ts'
import { readCertificate } from '#/server/organisations/certificates/reading.ts'
import * as store from '#/server/organisations/certificates/store.ts'
import { storePicture } from '#/server/services/files/public.ts'

const mayChange = (ctx: Context) => ctx.scope.all && ctx.actor.may('centre:edit')

/** Returns the company of a centre within the caller's scope. Null is the platform. */
async function companyOf(ctx: Context, centreId: number | undefined) {
  if (centreId !== undefined) return (await store.companyOfCentre(ctx, centreId)) ?? refuse(certificateRefusals, 'notFound')
  return ctx.scope.all ? null : refuse(certificateRefusals, 'notFound')
}

async function requireChangeableCompany(ctx: Context, centreId: number | undefined) {
  const company = await companyOf(ctx, centreId)
  return mayChange(ctx) ? company : refuse(certificateRefusals, 'noRight')
}

function sourceOf({ siteSeal }: Context, centreId: number | undefined, hasOwn: boolean) {
  if (hasOwn) return 'own' as const
  if (siteSeal?.isSelfMade) return 'selfMade' as const
  return siteSeal && centreId === undefined ? ('settings' as const) : ('none' as const)
}

async function detail(ctx: Context, centreId: number | undefined) {
  const rows = await store.list(ctx, centreId ?? null)
  return {
    source: sourceOf(
      ctx,
      centreId,
      rows.some((row) => row.state === 'current'),
    ),
    waiting: await ask(ctx, countAwaitingSeal, centreId ?? null),
    changes: rows.some((row) => row.state === 'waiting') ? await openChangesOf(ctx, { kind: 'seal_certificate', rowIds: rows.map(({ id }) => id) }) : [],
    why: mayChange(ctx) ? '' : translate(certificateRefusals.noRight, ctx.language),
    rows: rows.map((row) => ({
      id: row.id,
      subject: row.subject,
      issuer: row.issuer,
      serial: row.serial,
      fingerprint: row.fingerprint,
      from: row.valid_from.toISOString(),
      to: row.valid_to.toISOString(),
      state: row.state,
      standing: certificateState({ from: row.valid_from, to: row.valid_to }, ctx.now),
      pictureFileId: row.picture_file_id,
      addedBy: row.added_by,
      addedAt: row.created_at.toISOString(),
      endedBy: row.ended_by_name,
      endedAt: row.ended_at?.toISOString() ?? null,
      endReason: row.end_reason,
    })),
  }
}

const displayedFields = (row: Pick<store.CertificateRow, 'subject' | 'serial' | 'fingerprint' | 'valid_to'>) => ({
  certificateSubject: row.subject,
  certificateSerial: row.serial,
  certificateFingerprint: row.fingerprint,
  certificateEnds: dayOf(row.valid_to),
})

export const certificates: Implementation<Modules['certificates']> = {
  async list(ctx, { centreId }) {
    await companyOf(ctx, centreId)
    return detail(ctx, centreId)
  },

  async add(ctx, { centreId, file, password, picture, why }) {
    const company = await requireChangeableCompany(ctx, centreId)
    const namedCompany = company && { legalName: company.legal_name, creditCode: company.credit_code }
    const certificateData = await readCertificate(ctx, { bytes: file.bytes, password }, namedCompany)
    const place = centreId ?? null
    const rows = await store.list(ctx, place)
    if (rows.some((row) => row.state === 'waiting')) refuse(certificateRefusals, 'waiting')
    const currentRow = rows.find((row) => row.state === 'current')
    if (currentRow?.fingerprint === certificateData.fingerprint && picture === undefined) refuse(certificateRefusals, 'same')
    const storedSeal = picture && (await storePicture(ctx, { upload: picture, purpose: 'seal', ...(centreId !== undefined && { centreId }) }))
    const { subject, issuer, serial, fingerprint, from, to } = certificateData
    const id = await store.insert(ctx, {
      centre_id: place,
      subject,
      issuer,
      serial,
      fingerprint,
      valid_from: from,
      valid_to: to,
      certificates: certificateData.certificates.join('\n'),
      private_key_sealed: ctx.vault.seal('private_key', certificateData.key),
      // A new certificate without a picture keeps the present seal picture.
      picture_file_id: storedSeal?.fileId ?? currentRow?.picture_file_id ?? null,
    })
    await proposeChange(ctx, {
      kind: 'seal_certificate',
      rowId: id,
      rowName: company?.name ?? '',
      centreId: place,
      becomes: { state: 'current' },
      differences: fieldDifferences(currentRow ? displayedFields(currentRow) : {}, displayedFields({ subject, serial, fingerprint, valid_to: to })),
      reason: why,
    })
    ctx.note({
      refType: 'certificate',
      refId: id,
      centreId: place,
      ...(currentRow && { before: { subject: currentRow.subject, serial: currentRow.serial, valid_to: currentRow.valid_to.toISOString() } }),
      after: { subject, serial, valid_to: to.toISOString() },
      detail: { fingerprint },
    })
    return detail(ctx, centreId)
  },

  async withdraw(ctx, { centreId, id, reason }) {
    await requireChangeableCompany(ctx, centreId)
    if (!(await store.endCertificate(ctx, centreId ?? null, { id, reason }))) refuse(certificateRefusals, 'notCurrent')
    ctx.note({ refType: 'certificate', refId: id, centreId: centreId ?? null, before: { state: 'current' }, after: { state: 'withdrawn' }, detail: { reason } })
    return detail(ctx, centreId)
  },
}
