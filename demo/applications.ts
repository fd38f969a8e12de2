import { createHash } from 'node:crypto'
import { evidenceIdOf } from '#/demo/evidence.ts'
import { insertAll, type Row } from '#/demo/insert.ts'
import { seededRandom } from '#/demo/random.ts'
import { drawBackSide, drawFrontSide, drawLicence, type IdSpecimen, idSpecimen, licenceSpecimen } from '#/demo/specimen.ts'
import { accountStatus, postStatus, userType } from '#/domain/base/codes.ts'
import { bankCardFor } from '#/domain/base/identity.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type ApplicationKind, clauseVersion } from '#/domain/onboarding/application.ts'
import { fieldsOf } from '#/domain/onboarding/application-fields.ts'
import { noExpiry } from '#/domain/people/particulars.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { FileStore } from '#/server/kernel/files/files.ts'

interface PendingApplication {
  readonly kind: ApplicationKind
  readonly hoursAgo: number
  readonly reject?: { readonly field: string; readonly reason: string }
}

/** Pending applications: one from today, some from yesterday, one overdue, and one with a rejected field. */
const pendingApplications: readonly PendingApplication[] = [
  { kind: 'unit', hoursAgo: 52 },
  { kind: 'unit', hoursAgo: 27 },
  { kind: 'unit', hoursAgo: 30, reject: { field: 'licence', reason: '照片反光，看不清登记日期' } },
  { kind: 'operator', hoursAgo: 5 },
  { kind: 'operator', hoursAgo: 26 },
]

const hourMs = 3_600_000
const auditorId = 3
const firstUserId = 9000

interface ApplicationDocuments {
  readonly name: string
  readonly values: Readonly<Record<string, string>>
  readonly pictures: Readonly<Record<string, Buffer>>
}

async function unitDocuments(card: IdSpecimen, at: number): Promise<ApplicationDocuments> {
  const licence = { ...licenceSpecimen(seededRandom(400 + at)), legal: card.name }
  const values = {
    name: licence.name,
    creditCode: licence.creditCode,
    legalPerson: card.name,
    legalIdNumber: card.idNumber,
    contactName: card.name,
    email: `contact${at}@example.com`,
    industry: '信息技术服务',
    mainBusiness: licence.scope.padEnd(20, '。'),
    bizKind: 'ordinary',
    mode: '2',
    centreId: '2',
    scenario: '自由职业者按项目承接任务，交付成果经我司验收后按月结算报酬。',
    taxNo: licence.creditCode,
    billingAddress: licence.address,
    billingPhone: '0571-88886666',
    billingBank: '招商银行杭州分行',
    billingAccount: `5719023456${String(78_900 + at)}`,
  }
  const front = await drawFrontSide(card)
  const pictures = { licence: await drawLicence(licence), legalIdFront: front, legalIdBack: await drawBackSide(card), sitePhotos: front }
  return { name: licence.name, values, pictures }
}

async function operatorDocuments(card: IdSpecimen, at: number): Promise<ApplicationDocuments> {
  const { name, idNumber, nation, address, authority, validFrom, validTo } = card
  const bankFields = { cardNo: bankCardFor('621700', 880_000 + at), bankName: '中国建设银行杭州西湖支行', bankMobile: `1360000${String(4100 + at)}` }
  const values = { name, idNumber, nation, address, authority, validFrom, validTo: validTo ?? noExpiry, yztype: '1', ...bankFields, centreId: '2' }
  return { name, values, pictures: { idFront: await drawFrontSide(card), idBack: await drawBackSide(card) } }
}

function sealValues(ctx: Context, kind: ApplicationKind, values: Readonly<Record<string, string>>) {
  const fields: Record<string, string> = { ...values }
  const sealedFields: Record<string, string> = {}
  for (const field of fieldsOf(kind)) {
    const text = fields[field.name]
    if (!field.sealed || !text) continue
    sealedFields[field.name] = ctx.vault.seal(field.sealed, text)
    delete fields[field.name]
  }
  return { fields, sealed: sealedFields }
}

interface ApplicationRows {
  readonly users: Row<'app_user'>[]
  readonly applications: Row<'application'>[]
  readonly files: Row<'stored_file'>[]
  readonly kept: Row<'application_file'>[]
  readonly events: Row<'application_event'>[]
}

/** Adds one application and its account, dated at its submission. */
function addApplication(
  ctx: Context,
  rowsByTable: ApplicationRows,
  each: PendingApplication & { readonly id: number; readonly at: Date },
  { name, values }: ApplicationDocuments,
): void {
  const { id, at, kind, reject } = each
  const mobile = `1670000${String(1000 + id)}`
  const userId = firstUserId + id
  const isUnit = kind === 'unit'
  const account = {
    username: mobile,
    name,
    mobile,
    usertype: isUnit ? userType.unit : userType.operator,
    poststatus: postStatus.none,
    status: reject ? accountStatus.rejected : accountStatus.pending,
    password_hash: '!',
  }
  rowsByTable.users.push({ id: userId, ...account, must_change_password: true, created_at: at })
  const decision = {
    reviewer_id: reject ? auditorId : null,
    decided_by: reject ? auditorId : null,
    decided_at: reject ? new Date(at.getTime() + 4 * hourMs) : null,
  }
  rowsByTable.applications.push({
    id,
    no: `RZ${dayOf(at).replaceAll('-', '')}009${String(id).padStart(5, '0')}`,
    kind,
    state: reject ? 'rejected' : 'pending',
    mobile_sealed: ctx.vault.seal('mobile', mobile),
    mobile_index: ctx.vault.index('mobile', mobile),
    language: 'zh',
    ...sealValues(ctx, kind, values),
    subject_name: name,
    subject_index: isUnit ? `unit:${values.creditCode}` : `operator:${ctx.vault.index('id_number', values.idNumber ?? '')}`,
    credit_code: values.creditCode ?? null,
    rejects: reject ? [reject] : [],
    round: 1,
    centre_id: 2,
    mode: isUnit ? 2 : null,
    clause_version: clauseVersion,
    clause_at: at,
    clause_ip: '127.0.0.1',
    ...decision,
    submitted_at: at,
    user_id: userId,
    sign_kinds: [],
    version: 3,
    created_at: at,
    updated_at: at,
  } as Row<'application'>)
  const event = (what: string, by: number | null, detail: object) =>
    ({ id: rowsByTable.events.length + 1, application_id: id, kind: what, user_id: by, detail, created_at: at }) as Row<'application_event'>
  rowsByTable.events.push(event('submitted', null, {}))
  if (reject) rowsByTable.events.push(event('rejected', auditorId, { count: 1 }))
}

/** Adds pending applications at the default centre, whose accounts cannot sign in yet. */
export async function addApplications(ctx: Context, store: FileStore): Promise<void> {
  const rowsByTable: ApplicationRows = { users: [], applications: [], files: [], kept: [], events: [] }
  for (const [index, each] of pendingApplications.entries()) {
    const at = new Date(ctx.now.getTime() - each.hoursAgo * hourMs)
    const id = index + 1
    const documents = await (each.kind === 'unit' ? unitDocuments : operatorDocuments)(idSpecimen(seededRandom(900 + index)), index)
    addApplication(ctx, rowsByTable, { ...each, id, at }, documents)
    for (const [field, bytes] of Object.entries(documents.pictures)) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const fileId = evidenceIdOf(createHash('sha256').update(`${id} ${field} ${sha256}`).digest('hex'))
      await store.write(fileId, bytes)
      const file = { id: fileId, sha256, name: `${field}.png`, media_type: 'image/png', size_bytes: bytes.byteLength, purpose: 'application' }
      rowsByTable.files.push({ ...file, is_encrypted: true, created_by: 0, created_at: at })
      rowsByTable.kept.push({
        id: rowsByTable.kept.length + 1,
        application_id: id,
        field,
        file_id: fileId,
        via: 'desk',
        warnings: [],
        created_at: at,
      } as Row<'application_file'>)
    }
  }
  await insertAll(ctx.db, 'app_user', rowsByTable.users)
  await insertAll(ctx.db, 'application', rowsByTable.applications)
  await insertAll(ctx.db, 'stored_file', rowsByTable.files)
  await insertAll(ctx.db, 'application_file', rowsByTable.kept)
  await insertAll(ctx.db, 'application_event', rowsByTable.events)
  for (const { id } of rowsByTable.applications) {
    const applicationId = Number(id)
    await ctx.db
      .updateTable('app_user')
      .set({ application_id: applicationId })
      .where('id', '=', firstUserId + applicationId)
      .execute()
  }
}
