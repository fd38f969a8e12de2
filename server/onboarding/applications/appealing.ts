import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { applicationRefusals } from '#/api/onboarding/applications.texts.ts'
import { maskIdNumber } from '#/domain/base/identity.ts'
import { maxAppeals } from '#/domain/onboarding/application.ts'
import { fieldProblem, fieldsOf, normalizeAnswer, subjectField } from '#/domain/onboarding/application-fields.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { StagedOperation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { editableApplication, type OpenApplication, presentOwnApplication, refuseFields } from '#/server/onboarding/applications/filling.ts'
import { answersOf, formContext } from '#/server/onboarding/applications/form-answers.ts'
import { countEvent, expectBelowLimit } from '#/server/onboarding/applications/limits.ts'
import { notifyAppealJob } from '#/server/onboarding/applications/notifications.ts'
import * as store from '#/server/onboarding/applications/store.ts'
import * as appeals from '#/server/onboarding/applications/store-appeals.ts'
import { subjectOf } from '#/server/onboarding/applications/subject.ts'
import { type CleanPicture, cleanPicture } from '#/server/services/files/public.ts'

type Input = z.output<Modules['applications']['appeal']['input']>
type AppealAnswer = z.input<Modules['applications']['appeal']['output']>

/** Returns the stored answers, overlaid with the identity fields that the appellant entered. */
async function requireValidAnswers(ctx: Context, application: store.Application, answers: Input['answers']): Promise<Record<string, string>> {
  const values = answersOf(ctx, application)
  const fields = new Map(fieldsOf(application.kind).map((field) => [field.name as string, field]))
  for (const { field: name, value } of answers) {
    const field = fields.get(name)
    if (field && ['name', 'idNumber', 'certNo', 'creditCode', 'subjectKind'].includes(name)) values[name] = normalizeAnswer(field, value)
  }
  const fieldContext = await formContext(ctx, values)
  const issues = ['name', subjectField(application.kind, values)].flatMap((name) => {
    const field = fields.get(name)
    const problem = field ? fieldProblem(field, values[name] ?? '', fieldContext) : null
    return problem ? [{ path: name, message: problem.text, ...(problem.values && { values: problem.values }) }] : []
  })
  if (issues.length > 0) refuseFields(ctx, issues)
  return values
}

interface DisputedIdentity {
  readonly values: Readonly<Record<string, string>>
  readonly number: string
  readonly isCompany: boolean
  readonly holder: appeals.AppealHolder
}

/** Returns the current holder of the disputed identity. Refuses when the identity has no holder. */
async function loadDisputedIdentity(ctx: Context, application: store.Application, answers: Input['answers']): Promise<DisputedIdentity> {
  const values = await requireValidAnswers(ctx, application, answers)
  const subject = subjectOf(ctx, application.kind, values) ?? refuse(applicationRefusals, 'notKnown')
  const number = values[subjectField(application.kind, values)] ?? ''
  const isCompany = subject.creditCode !== null
  const holderKind = application.kind === 'international' ? 'operator' : application.kind
  const holderKeys = {
    subjectIndex: subject.index,
    idIndex: isCompany ? null : ctx.vault.index('id_number', number),
    creditCode: subject.creditCode,
    side: holderKind,
  }
  const holder = (await appeals.findHolder(ctx.db, holderKeys, application.id)) ?? refuse(applicationRefusals, 'notKnown')
  return { values, number, isCompany, holder }
}

async function expectAppealAllowed(ctx: Context, application: store.Application): Promise<void> {
  const latestAppeal = await appeals.latestAppealOf(ctx.db, application.id)
  if (latestAppeal?.state === 'open') refuse(applicationRefusals, 'appealOpen')
  if (latestAppeal && latestAppeal.count >= maxAppeals) refuse(applicationRefusals, 'appealsMost', { most: maxAppeals })
}

async function storeAppeal(
  ctx: Context,
  { ticket, application }: OpenApplication,
  { answers, statement, file }: Input,
  picture: CleanPicture | null,
): Promise<AppealAnswer> {
  await expectAppealAllowed(ctx, application)
  const { values, number, isCompany, holder } = await loadDisputedIdentity(ctx, application, answers)
  const extension = picture?.mediaType === 'image/png' ? 'png' : 'jpg'
  const name = `${(file?.filename ?? '').replace(/\.[^.]{0,8}$/, '') || 'appeal'}.${extension}`
  const storedPicture =
    picture && (await ctx.files.save({ name, mediaType: picture.mediaType, bytes: picture.bytes, purpose: 'application', centreId: holder.centre_id }))
  const id = await appeals.insert(ctx.db, {
    ...holder,
    application_id: application.id,
    name: values.name ?? '',
    id_number_sealed: isCompany ? '' : ctx.vault.seal('id_number', number),
    credit_code: isCompany ? number : '',
    mobile_sealed: application.mobile_sealed,
    language: application.language,
    statement,
    file_id: storedPicture?.id ?? null,
    created_at: ctx.now,
  })
  await store.addEvent(ctx, application.id, 'appealed')
  await ctx.enqueue(notifyAppealJob, { appeal: id, to: 'holder' })
  ctx.note({
    refType: 'appeal',
    refId: id,
    centreId: holder.centre_id,
    detail: {
      no: application.no,
      reason: statement,
      subject: isCompany ? number : maskIdNumber(number),
      ...(storedPicture && { sha256: storedPicture.sha256 }),
    },
  })
  return presentOwnApplication(ctx, { ticket, application })
}

/**
 * The appeal against the refusal of an identity that is already registered. The mobile number was verified when the
 * application began.
 */
export const appealOperation: StagedOperation<Input, AppealAnswer> = {
  async admit(ctx, { ticket }) {
    await expectBelowLimit(ctx, 'appeals')
    const { application } = await editableApplication(ctx, ticket, 'edit')
    await expectAppealAllowed(ctx, application)
    await countEvent(ctx, 'appeals')
  },
  async prepare(input) {
    const picture = input.file ? await cleanPicture(input.file.bytes) : null
    return async (ctx) => storeAppeal(ctx, await editableApplication(ctx, input.ticket, 'edit'), input, picture)
  },
}
