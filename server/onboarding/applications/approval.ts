import { contractKindNames } from '#/api/agreements/contracts.texts.ts'
import { applicationRefusals } from '#/api/onboarding/applications.texts.ts'
import type { ContractKind } from '#/domain/agreements/contract.ts'
import { accountStatus, operatorType, postStatus, settlementMode } from '#/domain/base/codes.ts'
import { countryOf } from '#/domain/base/countries.ts'
import { provinces } from '#/domain/base/provinces.ts'
import { joinWords } from '#/domain/base/text.ts'
import { type ApplicationState, usertypeOfApplicant } from '#/domain/onboarding/application.ts'
import { noParticulars, particularFields, taxResidences } from '#/domain/people/particulars.ts'
import { initialRoleId } from '#/server/access/roles/public.ts'
import { linkApplicantToRecord, setApplicantStatus } from '#/server/access/users/public.ts'
import { startContract } from '#/server/agreements/contracts/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { idFieldsOf, inquireCard } from '#/server/onboarding/applications/checks.ts'
import { answersOf, mobileOf } from '#/server/onboarding/applications/form-answers.ts'
import { notifyApplicantJob } from '#/server/onboarding/applications/notifications.ts'
import * as store from '#/server/onboarding/applications/store.ts'
import * as places from '#/server/onboarding/applications/store-places.ts'
import { isIdentityKnown } from '#/server/onboarding/applications/subject.ts'
import { sealFault } from '#/server/organisations/certificates/public.ts'
import { createPartner } from '#/server/organisations/partners/public.ts'
import { activateUnit, createUnit } from '#/server/organisations/units/public.ts'
import { adoptEntity, draftEntity } from '#/server/people/entities/public.ts'
import { activateOperator, createOperator } from '#/server/people/operators/public.ts'

/** The reviewer's choices with an approval. */
export interface ApprovalTerms {
  readonly centreId?: number | undefined
  readonly planId?: number | undefined
  readonly marketerId?: number | undefined
  readonly salesmanId?: number | undefined
  /**
   * Whether the contracts are signed on paper instead of being sent. The account opens once two people have compared
   * the paper.
   */
  readonly isOnPaper?: boolean | undefined
}

interface ApprovalInput {
  readonly application: store.Application
  readonly values: Readonly<Record<string, string>>
  readonly centreId: number | null
  readonly invite: places.InviteRow | null
}

export interface CreatedRecords {
  readonly unitId?: number
  readonly operatorId?: number
  readonly partnerId?: number
}

async function requireCentreId(ctx: Context, centreId: number | undefined, { kind, mode }: store.Application): Promise<number> {
  if (centreId === undefined) refuse(applicationRefusals, kind === 'partner' ? 'centreNeeded' : 'termsNeeded')
  const visibleCentreIds = ctx.scope.all ? null : ctx.scope.centreIds
  const centre = (await places.centres(ctx.db)).find((each) => each.id === centreId && (visibleCentreIds === null || visibleCentreIds.includes(each.id)))
  if (!centre || (mode !== null && !centre.modes.includes(mode))) refuse(applicationRefusals, 'centreWrong')
  return centre.id
}

async function makeUnit(ctx: Context, { application, values, centreId, invite }: ApprovalInput, terms: ApprovalTerms): Promise<CreatedRecords> {
  const mode = application.mode
  if (terms.planId === undefined || centreId === null || mode === null) refuse(applicationRefusals, 'termsNeeded')
  const licence = (await store.pictures(ctx.db, application.id)).find((each) => each.field === 'licence')
  const answerOf = (name: string) => values[name] ?? ''
  const inviterOfPost = (post: number, chosen: number | undefined) =>
    invite?.poststatus === post && (chosen === undefined || chosen === invite.user_id) ? invite.user_id : undefined
  const [invitingMarketer, invitingSalesman] = [inviterOfPost(postStatus.marketer, terms.marketerId), inviterOfPost(postStatus.salesman, terms.salesmanId)]
  const { unitId } = await createUnit(ctx, {
    name: answerOf('name'),
    creditCode: answerOf('creditCode'),
    legalPerson: answerOf('legalPerson'),
    legalIdNumber: answerOf('legalIdNumber'),
    source: 'registration',
    bizKind: values.bizKind === 'platform' ? 'platform' : 'ordinary',
    industry: answerOf('industry'),
    contactName: answerOf('contactName'),
    contactMobile: mobileOf(ctx, application),
    email: answerOf('email'),
    address: answerOf('billingAddress'),
    description: answerOf('mainBusiness'),
    licenceFileId: licence?.file_id,
    marketerId: invitingMarketer === undefined ? terms.marketerId : undefined,
    salesmanId: invitingSalesman === undefined ? terms.salesmanId : undefined,
    inviter: {
      ...(invite?.partner_id && { partnerId: invite.partner_id }),
      ...(invitingMarketer !== undefined && { marketerId: invitingMarketer }),
      ...(invitingSalesman !== undefined && { salesmanId: invitingSalesman }),
    },
    settings: [{ centreId, mode, feePlanId: terms.planId }],
    title: {
      taxNo: answerOf('taxNo'),
      address: answerOf('billingAddress'),
      telephone: answerOf('billingPhone'),
      bank: answerOf('billingBank'),
      accountNo: answerOf('billingAccount'),
      email: answerOf('email'),
    },
    waitsForContract: true,
  })
  return { unitId }
}

async function makePartner(ctx: Context, { application, values, centreId }: ApprovalInput): Promise<CreatedRecords> {
  const partner = {
    kind: values.subjectKind === 'company' ? 'enterprise' : 'person',
    name: values.name ?? '',
    ...(values.subjectKind === 'company' ? { creditCode: values.creditCode } : { idNumber: values.idNumber }),
    contactName: values.contactName ?? '',
    contactMobile: mobileOf(ctx, application),
    area: provinces[values.region ?? '']?.zh,
    introduction: values.promotion,
    signingCentreId: centreId ?? undefined,
  } as const
  const account = { accountName: values.accountName ?? '', accountBank: values.accountBank ?? '', accountNo: values.accountNo ?? '' }
  const { partnerId } = await createPartner(ctx, partner, account, application.no ?? '')
  return { partnerId }
}

/** Takes over the applicant's existing business, or drafts the one that the centre will register. */
async function addBusiness(
  ctx: Context,
  { application, values }: Pick<ApprovalInput, 'application' | 'values'>,
  owner: { operatorId: number; centreId: number; applicationId: number },
): Promise<void> {
  const pictures = await store.pictures(ctx.db, application.id)
  if (values.shop === 'existing') {
    const licenceFileId = pictures.find((picture) => picture.field === 'licence')?.file_id ?? null
    return adoptEntity(ctx, owner, { name: values.shopName ?? '', creditCode: values.shopCreditCode ?? '', licenceFileId })
  }
  const names = [values.shopName1, values.shopName2, values.shopName3].filter((name): name is string => name !== undefined && name !== '')
  const businessDraft = { names, industry: values.shopIndustry ?? '', bizScope: values.bizScope ?? '', address: values.premises ?? '' }
  return draftEntity(
    ctx,
    owner,
    businessDraft,
    pictures.filter((picture) => picture.field === 'proofs').map((picture) => picture.file_id),
  )
}

const isBusiness = (values: Readonly<Record<string, string>>) => values.yztype === String(operatorType.individualBusiness)

async function makeOperator(ctx: Context, { application, values, centreId, invite }: ApprovalInput): Promise<CreatedRecords> {
  if (centreId === null) refuse(applicationRefusals, 'termsNeeded')
  const { answer, by } = await inquireCard(ctx, application.id, values)
  if (answer !== 'match' && answer !== 'unverified') refuse(applicationRefusals, 'cardMismatch')
  // Older applications may have no nationality; the centre adds it later.
  const particulars = { ...noParticulars, ...Object.fromEntries(particularFields.map((field) => [field, values[field] ?? ''])) }
  const declaredResidence = taxResidences.find((taxResidence) => taxResidence === values.taxResidence)
  const hasShop = isBusiness(values) && values.shop === 'existing'
  const unitId = invite?.unit_id ?? null
  const { operatorId } = await createOperator(ctx, {
    kind: unitId === null ? 'ordinary' : 'platform',
    yztype: hasShop ? operatorType.individualBusiness : operatorType.naturalPerson,
    name: values.name ?? '',
    ...idFieldsOf(values),
    particulars: { ...particulars, nationality: countryOf(particulars.nationality) ?? '' },
    residence: declaredResidence && application.user_id !== null ? { value: declaredResidence, by: application.user_id } : undefined,
    sellsElsewhere: values.sellsElsewhere ? values.sellsElsewhere === 'yes' : null,
    mobile: mobileOf(ctx, application),
    centreId,
    status: accountStatus.signing,
    verifiedBy: by,
    card: { cardNo: values.cardNo ?? '', bankName: values.bankName ?? '' },
    unitId,
  })
  if (isBusiness(values)) await addBusiness(ctx, { application, values }, { operatorId, centreId, applicationId: application.id })
  return { operatorId }
}

/** Returns the contracts to sign before the account opens. */
function contractKindsFor({ kind, mode }: store.Application): readonly ContractKind[] {
  if (kind === 'unit') return [mode === settlementMode.individualBusiness ? 'unit_service' : 'general_contract']
  return kind === 'partner' ? ['partner'] : ['operator_agreement', 'tax_authorisation']
}

/**
 * Sends the contracts and returns the kinds sent. Skips kinds without an enabled template, and sends none when nothing
 * can be sealed.
 */
async function sendContracts(ctx: Context, { application, centreId, values }: ApprovalInput, made: CreatedRecords): Promise<ContractKind[]> {
  const sentKinds: ContractKind[] = []
  if (centreId === null) return sentKinds
  if (made.partnerId !== undefined) return (await sendAgreement(ctx, { centreId, partnerId: made.partnerId, region: values.region ?? '' })) ? ['partner'] : []
  const mode = application.mode ?? (isBusiness(values) ? settlementMode.individualBusiness : settlementMode.generalContract)
  const contractSubject = { ...(made.unitId !== undefined && { unitId: made.unitId }), ...(made.operatorId !== undefined && { operatorId: made.operatorId }) }
  for (const kind of contractKindsFor(application)) if ((await startContract(ctx, { kind, centreId, mode, ...contractSubject })) !== null) sentKinds.push(kind)
  return sentKinds
}

/**
 * Sends a partner its agreement. Returns false when it cannot be sent: without an enabled template, a usable seal or a
 * value of the template. Staff must then draw up the agreement.
 */
async function sendAgreement(ctx: Context, { centreId, partnerId, region }: { centreId: number; partnerId: number; region: string }): Promise<boolean> {
  const centre = (await places.centres(ctx.db)).find((each) => each.id === centreId)
  const mode = centre?.modes.includes(settlementMode.generalContract) ? settlementMode.generalContract : settlementMode.individualBusiness
  try {
    return (await startContract(ctx, { kind: 'partner', centreId, mode, partnerId, fields: { region: provinces[region]?.zh ?? '' } })) !== null
  } catch (error) {
    if (error instanceof Refusal && error.error === 'missing') return false
    throw error
  }
}

/** Refuses an approval whose contracts could not be sent, naming them and the reason. */
async function expectContractsSent(ctx: Context, centreId: number | null, kinds: readonly ContractKind[], sent: readonly ContractKind[]): Promise<void> {
  const missingKindNames = kinds.filter((kind) => !sent.includes(kind)).map((kind) => translate(contractKindNames[kind], ctx.language))
  if (missingKindNames.length === 0) return
  const fault = centreId === null ? null : await sealFault(ctx, centreId)
  const refusalKey = fault === null ? 'noTemplate' : fault === 'expired' ? 'sealExpired' : 'noSeal'
  refuse(applicationRefusals, refusalKey, { kinds: joinWords(missingKindNames, ctx.language) })
}

/** Activates unit or operator and opens the account once the contracts are signed. */
export async function activateApplicant(ctx: Context, application: Pick<store.Application, 'id' | 'no' | 'user_id'>, made: CreatedRecords): Promise<void> {
  if (made.unitId !== undefined) await activateUnit(ctx, made.unitId)
  if (made.operatorId !== undefined) await activateOperator(ctx, made.operatorId)
  if (application.user_id !== null) {
    await setApplicantStatus(ctx, application.user_id, 8)
    ctx.note({
      refType: 'user',
      refId: application.user_id,
      unitId: made.unitId ?? null,
      detail: { application: application.no, status: accountStatus.active },
    })
  }
  await store.addEvent(ctx, application.id, 'active')
  await ctx.enqueue(notifyApplicantJob, { application: application.id, what: 'active' })
}

/** Creates the requested records with their account in this transaction. Returns the application's new state. */
export async function createRecords(
  ctx: Context,
  application: store.Application,
  terms: ApprovalTerms,
): Promise<{ state: ApplicationState; made: CreatedRecords; papers: number }> {
  const values = answersOf(ctx, application)
  if (await isIdentityKnown(ctx, application.kind, values, application.id)) refuse(applicationRefusals, 'known')
  const invite = application.invite_code === null ? null : ((await places.inviteOf(ctx, application.invite_code)) ?? null)
  const requestedCentreId = terms.centreId ?? application.centre_id ?? undefined
  const centreId = await requireCentreId(ctx, requestedCentreId, application)
  const approvalInput = { application, values, centreId, invite }
  const makeRecords = { unit: makeUnit, partner: makePartner, operator: makeOperator, international: makeOperator }[application.kind]
  const createdRecords = await makeRecords(ctx, approvalInput, terms)
  const userId = application.user_id as number
  await linkApplicantToRecord(ctx, userId, { ...createdRecords, roleId: await initialRoleId(ctx.db, usertypeOfApplicant(application.kind)) })
  await store.addEvent(ctx, application.id, 'approved')
  const sentKinds = await sendContracts(ctx, approvalInput, createdRecords)
  const kinds = contractKindsFor(application)
  if (application.kind !== 'partner' && terms.isOnPaper !== true) await expectContractsSent(ctx, centreId, kinds, sentKinds)
  const state = 'signing'
  await store.changeApplicationState(ctx, application.id, {
    state,
    sign_kinds: kinds,
    // The partner's agreement names its centre. The application itself belongs to the platform.
    centre_id: application.kind === 'partner' ? null : centreId,
    decided_by: ctx.actor.userId,
    decided_at: ctx.now,
    reviewer_id: ctx.actor.userId,
    ...(createdRecords.unitId !== undefined && { unit_id: createdRecords.unitId }),
    ...(createdRecords.operatorId !== undefined && { operator_id: createdRecords.operatorId }),
    ...(createdRecords.partnerId !== undefined && { partner_id: createdRecords.partnerId }),
  })
  await setApplicantStatus(ctx, userId, accountStatus.signing)
  if (sentKinds.length > 0) await store.addEvent(ctx, application.id, 'signing')
  await ctx.enqueue(notifyApplicantJob, { application: application.id, what: sentKinds.length > 0 ? 'approved' : 'accepted' })
  return { state, made: createdRecords, papers: sentKinds.length }
}
