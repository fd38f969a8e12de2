import { applicationRefusals } from '#/api/applications.texts.ts'
import { type ApplicationState, usertypeOfApplicant } from '#/domain/application.ts'
import type { ContractKind } from '#/domain/contract.ts'
import { readIdNumber } from '#/domain/identity.ts'
import { answersOf, mobileOf } from '#/server/applications/answers.ts'
import { isCardTrue, personNumber } from '#/server/applications/checks.ts'
import * as store from '#/server/applications/store.ts'
import * as places from '#/server/applications/store-places.ts'
import { isKnown } from '#/server/applications/subject.ts'
import { startContract } from '#/server/contracts/public.ts'
import { adoptEntity, draftEntity } from '#/server/entities/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { activateOperator, createOperator } from '#/server/operators/public.ts'
import { createPartner } from '#/server/partners/public.ts'
import { activateUnit, createUnit } from '#/server/units/public.ts'
import { setApplicantStatus, settleApplicant } from '#/server/users/public.ts'

/** What a reviewer decides with the approval. */
export interface Terms {
  readonly centreId?: number | undefined
  readonly planId?: number | undefined
  readonly marketerId?: number | undefined
  readonly salesmanId?: number | undefined
}

interface Approving {
  readonly application: store.Application
  readonly values: Readonly<Record<string, string>>
  readonly centreId: number | null
  readonly invite: places.InviteRow | null
}

/** What an approval made. */
interface Made {
  readonly unitId?: number
  readonly operatorId?: number
  readonly partnerId?: number
}

async function expectCentre(ctx: Context, centreId: number | undefined, mode: 1 | 2 | null): Promise<number> {
  if (centreId === undefined) refuse(applicationRefusals, 'termsNeeded')
  const own = ctx.scope.all ? null : ctx.scope.centreIds
  const centre = (await places.centres(ctx.db)).find((each) => each.id === centreId && (own === null || own.includes(each.id)))
  if (!centre || (mode !== null && !centre.modes.includes(mode))) refuse(applicationRefusals, 'centreWrong')
  return centre.id
}

async function makeUnit(ctx: Context, { application, values, centreId, invite }: Approving, terms: Terms): Promise<Made> {
  const mode = application.mode
  if (terms.planId === undefined || centreId === null || mode === null) refuse(applicationRefusals, 'termsNeeded')
  const licence = (await store.pictures(ctx.db, application.id)).find((each) => each.field === 'licence')
  const text = (name: string) => values[name] ?? ''
  const inviterSells = invite?.poststatus === 2 || invite?.poststatus === 3
  const { unitId } = await createUnit(ctx, {
    name: text('name'),
    creditCode: text('creditCode'),
    legalPerson: text('legalPerson'),
    legalIdNumber: text('legalIdNumber'),
    source: 'registration',
    bizKind: values.bizKind === 'platform' ? 'platform' : 'ordinary',
    industry: text('industry'),
    contactName: text('contactName'),
    contactMobile: mobileOf(ctx, application),
    email: text('email'),
    address: text('billingAddress'),
    description: text('mainBusiness'),
    licenceFileId: licence?.file_id,
    partnerId: invite?.partner_id ?? undefined,
    marketerId: terms.marketerId ?? (inviterSells && invite?.poststatus === 2 ? invite.user_id : undefined),
    salesmanId: terms.salesmanId ?? (inviterSells && invite?.poststatus === 3 ? invite.user_id : undefined),
    settings: [{ centreId, mode, feePlanId: terms.planId }],
    title: {
      taxNo: text('taxNo'),
      address: text('billingAddress'),
      telephone: text('billingPhone'),
      bank: text('billingBank'),
      accountNo: text('billingAccount'),
      email: text('email'),
    },
    waitsForContract: true,
  })
  return { unitId }
}

async function makePartner(ctx: Context, { application, values }: Approving): Promise<Made> {
  const { partnerId } = await createPartner(ctx, {
    kind: values.subjectKind === 'company' ? 'enterprise' : 'person',
    name: values.name ?? '',
    creditCode: values.subjectKind === 'company' ? values.creditCode : undefined,
    contactName: values.contactName ?? '',
    contactMobile: mobileOf(ctx, application),
    area: values.region,
    introduction: values.promotion,
    account: { name: values.accountName ?? '', bank: values.accountBank ?? '' },
  })
  return { partnerId }
}

/** The business that is there already, or the one that the centre is asked to register. */
async function giveBusiness(
  ctx: Context,
  { application, values }: Pick<Approving, 'application' | 'values'>,
  owner: { operatorId: number; centreId: number; applicationId: number },
): Promise<void> {
  const pictures = await store.pictures(ctx.db, application.id)
  if (values.shop === 'existing') {
    const licenceFileId = pictures.find((each) => each.field === 'licence')?.file_id ?? null
    return adoptEntity(ctx, owner, { name: values.shopName ?? '', creditCode: values.shopCreditCode ?? '', licenceFileId })
  }
  const names = [values.shopName1, values.shopName2, values.shopName3].filter((name): name is string => name !== undefined && name !== '')
  const sheet = { names, industry: values.shopIndustry ?? '', bizScope: values.bizScope ?? '', address: values.premises ?? '' }
  return draftEntity(
    ctx,
    owner,
    sheet,
    pictures.filter((each) => each.field === 'proofs').map((each) => each.file_id),
  )
}

async function makeOperator(ctx: Context, { application, values, centreId, invite }: Approving): Promise<Made> {
  if (centreId === null) refuse(applicationRefusals, 'termsNeeded')
  if (!(await isCardTrue(values))) refuse(applicationRefusals, 'cardMismatch')
  const number = personNumber(values)
  const day = readIdNumber(values.idNumber ?? '').birth
  const hasShop = values.yztype === '2' && values.shop === 'existing'
  const unitId = invite?.unit_id ?? null
  const { operatorId } = await createOperator(ctx, {
    kind: unitId === null ? 'ordinary' : 'platform',
    yztype: hasShop ? 2 : 1,
    name: values.name ?? '',
    idNumber: number,
    birth: values.birth ?? `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`,
    mobile: mobileOf(ctx, application),
    centreId,
    status: 3,
    card: { cardNo: values.cardNo ?? '', bankName: values.bankName ?? '' },
    unitId,
  })
  if (values.yztype === '2') await giveBusiness(ctx, { application, values }, { operatorId, centreId, applicationId: application.id })
  return { operatorId }
}

/** What must be signed before an account opens. */
function papersFor({ kind, mode }: store.Application): readonly ContractKind[] {
  if (kind === 'unit') return [mode === 1 ? 'unit_service' : 'general_contract']
  return kind === 'partner' ? [] : ['operator_agreement', 'tax_authorisation']
}

/** Sends the papers; answers which kinds are on their way. None where no template is in use, or nothing can be sealed. */
async function sendPapers(ctx: Context, { application, centreId, values }: Approving, made: Made): Promise<ContractKind[]> {
  const sent: ContractKind[] = []
  if (centreId === null) return sent
  const mode = application.mode ?? (values.yztype === '2' ? 1 : 2)
  const subject = { ...(made.unitId !== undefined && { unitId: made.unitId }), ...(made.operatorId !== undefined && { operatorId: made.operatorId }) }
  for (const kind of papersFor(application)) if ((await startContract(ctx, { kind, centreId, mode, ...subject })) !== null) sent.push(kind)
  return sent
}

/** The papers are signed, or there are none: unit or operator are at work, and the account is open. */
export async function openUp(ctx: Context, application: Pick<store.Application, 'id' | 'no' | 'user_id'>, made: Made): Promise<void> {
  if (made.unitId !== undefined) await activateUnit(ctx, made.unitId)
  if (made.operatorId !== undefined) await activateOperator(ctx, made.operatorId)
  if (application.user_id !== null) {
    await setApplicantStatus(ctx, application.user_id, 8)
    ctx.note({ refType: 'user', refId: application.user_id, unitId: made.unitId ?? null, detail: { application: application.no, status: 8 } })
  }
  await store.addEvent(ctx, application.id, 'active')
  await ctx.enqueue('applications.tell', { application: application.id, what: 'active' })
}

/** Makes what was applied for, with its account, in this one transaction; answers where the application stands now. */
export async function carryOut(ctx: Context, application: store.Application, terms: Terms): Promise<{ state: ApplicationState; made: Made }> {
  const values = answersOf(ctx, application)
  if (await isKnown(ctx, application.kind, values, application.id)) refuse(applicationRefusals, 'known')
  const invite = application.invite_code === null ? null : ((await places.inviteOf(ctx.db, application.invite_code)) ?? null)
  const wanted = terms.centreId ?? application.centre_id ?? undefined
  const centreId = application.kind === 'partner' ? null : await expectCentre(ctx, wanted, application.mode)
  const approving = { application, values, centreId, invite }
  const make = { unit: makeUnit, partner: makePartner, operator: makeOperator, international: makeOperator }[application.kind]
  const made = await make(ctx, approving, terms)
  const userId = application.user_id as number
  await settleApplicant(ctx, userId, { ...made, roleId: await places.firstRole(ctx.db, usertypeOfApplicant(application.kind)) })
  await store.addEvent(ctx, application.id, 'approved')
  const kinds = await sendPapers(ctx, approving, made)
  const state = kinds.length > 0 ? 'signing' : 'active'
  await store.move(ctx, application.id, {
    state,
    sign_kinds: kinds,
    centre_id: centreId,
    decided_by: ctx.actor.userId,
    decided_at: ctx.now,
    reviewer_id: ctx.actor.userId,
    ...(made.unitId !== undefined && { unit_id: made.unitId }),
    ...(made.operatorId !== undefined && { operator_id: made.operatorId }),
    ...(made.partnerId !== undefined && { partner_id: made.partnerId }),
  })
  if (kinds.length === 0) await openUp(ctx, application, made)
  else {
    await setApplicantStatus(ctx, userId, 3)
    await store.addEvent(ctx, application.id, 'signing')
    await ctx.enqueue('applications.tell', { application: application.id, what: 'approved' })
  }
  return { state, made }
}
