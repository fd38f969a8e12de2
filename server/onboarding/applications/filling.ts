import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { applicationFieldNames } from '#/api/onboarding/application-fields.texts.ts'
import { applicationRefusals } from '#/api/onboarding/applications.texts.ts'
import { canMoveApplication, completedStepCount } from '#/domain/onboarding/application.ts'
import { type ApplicationField, applicableFields, fieldProblem, fieldsOf, maxPictures, normalizeAnswer } from '#/domain/onboarding/application-fields.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type InputIssue, Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { answersOf, chosenPlace, formContext, maskedMobile, visibleAnswers } from '#/server/onboarding/applications/form-answers.ts'
import { countEvent, expectBelowLimit } from '#/server/onboarding/applications/limits.ts'
import { type PictureReadings, type ReadyPicture, storePrivatePicture } from '#/server/onboarding/applications/recognition.ts'
import * as store from '#/server/onboarding/applications/store.ts'
import * as appeals from '#/server/onboarding/applications/store-appeals.ts'
import * as places from '#/server/onboarding/applications/store-places.ts'
import { isIdentityKnown } from '#/server/onboarding/applications/subject.ts'
import { thumbnailUrl } from '#/server/services/files/public.ts'
import { extendTicket, issueTicket, type OpenTicket, phoneTicketMinutes, readTicket } from '#/server/services/tickets/public.ts'

type ApplicantForm = z.input<Modules['applications']['open']['output']>

/** An application with the ticket that opened it. */
export interface OpenApplication {
  readonly ticket: OpenTicket
  readonly application: store.Application
}

/** Returns the application of a ticket. Refuses expired, replaced and unknown tickets. */
export async function applicationByTicket(ctx: Context, ticket: string, forChange = false): Promise<OpenApplication> {
  const storedTicket = (await readTicket(ctx, ticket)) ?? refuse(applicationRefusals, 'ticketDead')
  const application = await (forChange ? store.lock : store.find)(ctx.db, storedTicket.applicationId)
  if (!application) refuse(applicationRefusals, 'ticketDead')
  return { ticket: storedTicket, application }
}

/**
 * Returns the application of an applicant's ticket, in any state. Refuses a phone's ticket, which gives access to
 * pictures only.
 */
export async function applicationByEditTicket(ctx: Context, ticket: string): Promise<OpenApplication> {
  const openApplication = await applicationByTicket(ctx, ticket)
  if (openApplication.ticket.purpose !== 'edit') refuse(applicationRefusals, 'phoneOnly')
  return openApplication
}

/**
 * Returns the application for a change. Refuses states that allow no change, and a phone's ticket where `edit` is
 * required.
 */
export async function editableApplication(ctx: Context, ticket: string, purpose: 'edit' | 'any'): Promise<OpenApplication> {
  const openApplication = await applicationByTicket(ctx, ticket, true)
  if (!canMoveApplication(openApplication.application.state, 'edit')) refuse(applicationRefusals, 'notEditable')
  if (purpose === 'edit' && openApplication.ticket.purpose !== 'edit') refuse(applicationRefusals, 'phoneOnly')
  return openApplication
}

/**
 * Returns the editable fields: all of a draft; after a rejection the rejected fields and any field that their
 * correction requires.
 */
export function editableFieldsOf(ctx: Context, application: store.Application): ApplicationField[] {
  if (!canMoveApplication(application.state, 'edit')) return []
  const values = answersOf(ctx, application)
  const formFields = applicableFields(application.kind, values)
  if (application.state === 'draft') return [...formFields]
  const rejectedFields = new Set(application.rejects.map((reject) => reject.field))
  const isMissing = (field: ApplicationField) => field.form !== 'picture' && field.form !== 'pictures' && field.isOptional !== true && !values[field.name]
  const isNewShopPicture = (field: ApplicationField) =>
    (field.form === 'picture' || field.form === 'pictures') && rejectedFields.has('shop') && field.step === 'trade'
  return formFields.filter((field) => rejectedFields.has(field.name) || isMissing(field) || isNewShopPicture(field))
}

async function presentProgress(ctx: Context, application: store.Application) {
  const appeal = await appeals.latestAppealOf(ctx.db, application.id)
  return {
    state: application.state,
    kind: application.kind,
    no: application.no,
    done: completedStepCount(application.state),
    submittedAt: application.submitted_at?.toISOString() ?? null,
    decidedAt: application.decided_at?.toISOString() ?? null,
    rejected: application.state === 'rejected' ? application.rejects.length : 0,
    appeal: appeal ? { state: appeal.state, at: appeal.created_at.toISOString() } : null,
  }
}

export { presentProgress }

/** Returns an application in the API form for its ticket holder. */
export async function presentOwnApplication(ctx: Context, { ticket, application }: OpenApplication, until = ticket.until): Promise<ApplicantForm> {
  const pictures = await store.pictures(ctx.db, application.id)
  const account = application.user_id === null ? undefined : await places.accountOf(ctx.db, application.user_id)
  const isPhone = ticket.purpose === 'phone'
  const editableFields = editableFieldsOf(ctx, application).filter((field) => !isPhone || field.form === 'picture' || field.form === 'pictures')
  return {
    purpose: ticket.purpose,
    progress: await presentProgress(ctx, application),
    mobile: maskedMobile(ctx, application),
    values: isPhone ? [] : visibleAnswers(ctx, application, 'own'),
    pictures: pictures.map(({ id, field, via, warnings }) => ({ id, field, via, warnings })),
    rejects: application.state === 'rejected' ? application.rejects : [],
    appealAnswer: isPhone ? '' : ((await appeals.latestAppealOf(ctx.db, application.id))?.resolution ?? ''),
    open: editableFields.map((field) => field.name),
    username: account?.username ?? '',
    ticketUntil: until.toISOString(),
  }
}

/** Refuses with an issue per field. */
export function refuseFields(ctx: Context, issues: readonly InputIssue[]): never {
  const issueText = issues
    .slice(0, 5)
    .map((issue) => {
      const field = applicationFieldNames[issue.path as keyof typeof applicationFieldNames]
      return `${field ? `${translate(field, ctx.language)} ` : ''}${translate(issue.message, ctx.language, issue.values)}`
    })
    .join('; ')
  throw new Refusal('fields', applicationRefusals.fields, { words: issueText }, { issues })
}

const fieldName = (ctx: Context, field: ApplicationField) => translate(applicationFieldNames[field.name], ctx.language)

/** Marks rejected fields as fixed once they have changed. */
async function markFixed(ctx: Context, application: store.Application, changed: readonly string[]): Promise<void> {
  if (!application.rejects.some((reject) => changed.includes(reject.field))) return
  const rejects = application.rejects.map((reject) => (changed.includes(reject.field) ? { ...reject, isFixed: true } : reject))
  await store.changeApplicationState(ctx, application.id, { state: application.state, rejects })
}

/**
 * Saves answers. If an answer is invalid, saves none and refuses with an issue per field. Empty answers are allowed.
 */
export async function saveAnswers(ctx: Context, ticket: string, answers: readonly { field: string; value: string }[]): Promise<ApplicantForm> {
  const { ticket: ticketRow, application } = await editableApplication(ctx, ticket, 'edit')
  const fieldsByName = new Map(fieldsOf(application.kind).map((field) => [field.name as string, field]))
  const before = answersOf(ctx, application)
  const values = { ...before }
  const enteredValues = new Map<ApplicationField, string>()
  for (const { field: name, value } of answers) {
    const field = fieldsByName.get(name)
    if (!field || field.form === 'picture' || field.form === 'pictures') refuse(applicationRefusals, 'noField')
    const text = normalizeAnswer(field, value)
    enteredValues.set(field, text)
    values[name] = text
  }
  const editableFields = editableFieldsOf(ctx, { ...application, fields: values, sealed: {} })
  const fieldContext = await formContext(ctx, values)
  const issues: InputIssue[] = []
  for (const [field, text] of enteredValues) {
    if (!editableFields.includes(field)) {
      // Drops answers that are no longer requested. An answer that is not open must not change.
      if (application.state !== 'draft' && applicableFields(application.kind, values).includes(field))
        refuse(applicationRefusals, 'fieldShut', { field: fieldName(ctx, field) })
      continue
    }
    const problem = text === '' ? null : fieldProblem(field, text, fieldContext)
    if (problem) issues.push({ path: field.name, message: problem.text, ...(problem.values && { values: problem.values }) })
  }
  if (issues.length > 0) refuseFields(ctx, issues)
  await chosenPlace(ctx, values)
  if (await isIdentityKnown(ctx, application.kind, values, application.id)) refuse(applicationRefusals, 'known')
  const fields: Record<string, string> = {}
  const sealedValues: Record<string, string> = {}
  for (const [field, text] of enteredValues) {
    if (field.sealed) sealedValues[field.name] = text === '' ? '' : ctx.vault.seal(field.sealed, text)
    else fields[field.name] = text
  }
  await store.storeAnswers(ctx, application.id, fields, sealedValues)
  const changedFields = [...enteredValues].filter(([field, text]) => text !== (before[field.name] ?? '')).map(([field]) => field.name)
  await markFixed(ctx, application, changedFields)
  ctx.note({
    refType: 'application',
    refId: application.id,
    centreId: application.centre_id,
    detail: { no: application.no, fields: [...enteredValues.keys()].map((field) => field.name) },
  })
  const until = await extendTicket(ctx, ticket)
  return presentOwnApplication(ctx, { ticket: ticketRow, application: (await store.find(ctx.db, application.id)) as store.Application }, until)
}

/** Returns a picture field that is open now. Refuses all others. */
async function requirePictureField(
  ctx: Context,
  ticket: string,
  name: string,
): Promise<OpenApplication & { field: ApplicationField; earlier: store.PictureRow[] }> {
  const { ticket: ticketRow, application } = await editableApplication(ctx, ticket, 'any')
  const knownField = fieldsOf(application.kind).find((each) => each.name === name)
  if (!knownField || (knownField.form !== 'picture' && knownField.form !== 'pictures')) refuse(applicationRefusals, 'noField')
  const field = editableFieldsOf(ctx, application).find((each) => each.name === name)
  if (!field) refuse(applicationRefusals, 'fieldShut', { field: fieldName(ctx, knownField) })
  const earlierPictures = (await store.pictures(ctx.db, application.id)).filter((each) => each.field === name)
  if (field.form === 'pictures' && earlierPictures.length >= maxPictures) refuse(applicationRefusals, 'picturesMost', { most: maxPictures })
  return { ticket: ticketRow, application, field, earlier: earlierPictures }
}

/** Refuses a picture that is not requested or exceeds the limits, before it is read. */
export async function admitPicture(ctx: Context, ticket: string, name: string): Promise<void> {
  await expectBelowLimit(ctx, 'pictures')
  await requirePictureField(ctx, ticket, name)
  await countEvent(ctx, 'pictures')
}

/** Stores a picture. In a field for one picture it replaces the earlier one. */
export async function addPicture(ctx: Context, ticket: string, name: string, ready: ReadyPicture) {
  const { ticket: ticketRow, application, field, earlier } = await requirePictureField(ctx, ticket, name)
  const { fileId, warnings, read } = await storePrivatePicture(ctx, { application, field: name }, ready)
  if (field.form === 'picture') for (const each of earlier) await store.dropPicture(ctx, application.id, each.id)
  const via: 'phone' | 'desk' = ticketRow.purpose === 'phone' ? 'phone' : 'desk'
  const id = await store.addPicture(ctx, { applicationId: application.id, field: name, fileId, via, warnings })
  await markFixed(ctx, application, [name])
  if (via === 'desk') await extendTicket(ctx, ticket)
  else if (read.length > 0) await storeReadings(ctx, application.id, read)
  ctx.note({ refType: 'application', refId: application.id, centreId: application.centre_id, detail: { no: application.no, field: name, via, warnings } })
  return { picture: { id, field: name, via, warnings: [...warnings] }, read: via === 'desk' ? [...read] : [] }
}

/**
 * Fills empty answers with the values read from a picture taken with the phone. The applicant's browser shows them with
 * the picture.
 */
async function storeReadings(ctx: Context, id: number, read: PictureReadings): Promise<void> {
  const application = (await store.find(ctx.db, id)) as store.Application
  const values = answersOf(ctx, application)
  const editableByName = new Map(editableFieldsOf(ctx, application).map((field) => [field.name as string, field]))
  const fieldContext = await formContext(ctx, { ...values, ...Object.fromEntries(read.map((each) => [each.field, each.value])) })
  const fields: Record<string, string> = {}
  const sealedValues: Record<string, string> = {}
  for (const { field: name, value } of read) {
    const field = editableByName.get(name)
    if (!field || values[name] || fieldProblem(field, normalizeAnswer(field, value), fieldContext)) continue
    if (field.sealed) sealedValues[name] = ctx.vault.seal(field.sealed, normalizeAnswer(field, value))
    else fields[name] = normalizeAnswer(field, value)
  }
  if (!(await isIdentityKnown(ctx, application.kind, { ...fieldContext.values }, id))) await store.storeAnswers(ctx, id, fields, sealedValues)
}

/** Removes a picture that may still be changed. */
export async function dropPicture(ctx: Context, ticket: string, id: number): Promise<void> {
  const { application } = await editableApplication(ctx, ticket, 'any')
  const picture = (await store.pictures(ctx.db, application.id)).find((each) => each.id === id) ?? refuse(applicationRefusals, 'pictureGone')
  const field = editableFieldsOf(ctx, application).find((each) => each.name === picture.field)
  if (!field) refuse(applicationRefusals, 'notEditable')
  await store.dropPicture(ctx, application.id, id)
  ctx.note({ refType: 'application', refId: application.id, centreId: application.centre_id, detail: { no: application.no, dropped: picture.field } })
}

/** Returns a picture of the application for the page. */
export async function pictureUrl(ctx: Context, ticket: string, id: number): Promise<string> {
  const { application } = await applicationByTicket(ctx, ticket)
  const picture = (await store.pictures(ctx.db, application.id)).find((each) => each.id === id) ?? refuse(applicationRefusals, 'pictureGone')
  const file = (await ctx.files.open(picture.file_id)) ?? refuse(applicationRefusals, 'pictureGone')
  return thumbnailUrl(ctx, file.bytes)
}

/** Issues a ticket for the applicant's phone. */
export async function issuePhoneTicket(ctx: Context, ticket: string) {
  const { application } = await editableApplication(ctx, ticket, 'edit')
  const phone = await issueTicket(ctx, application.id, 'phone')
  ctx.note({ refType: 'application', refId: application.id, centreId: application.centre_id, detail: { no: application.no, phone: true } })
  return { phone, minutes: phoneTicketMinutes }
}
