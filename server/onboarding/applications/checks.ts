import { applicationChecks } from '#/api/onboarding/applications.texts.ts'
import { parseMobile } from '#/domain/base/contact.ts'
import { foreignIdKinds, type IdKind } from '#/domain/base/id-paper.ts'
import { ageOn, readIdNumber } from '#/domain/base/identity.ts'
import { dayOf } from '#/domain/base/period.ts'
import { sandboxVerifier } from '#/domain/services/gateway.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import * as store from '#/server/onboarding/applications/store.ts'
import * as places from '#/server/onboarding/applications/store-places.ts'
import { isIdentityKnown } from '#/server/onboarding/applications/subject.ts'
import { type CardCheckResult, type Verdict, verifyCard, verifyCompany } from '#/server/people/identity/public.ts'

/** An automatic check of an application, shown to the reviewer next to the pictures. */
export interface ApplicantCheck {
  readonly name: string
  readonly tone: 'good' | 'warning' | 'bad'
  readonly text: string
}

type CheckName = keyof typeof applicationChecks

/** Returns kind and number of the applicant's ID. */
export function idFieldsOf(values: Readonly<Record<string, string>>): { idKind: IdKind; idNumber: string } {
  const kind = foreignIdKinds.find((each) => each === values.certType)
  return kind === undefined ? { idKind: 'id_card', idNumber: values.idNumber ?? '' } : { idKind: kind, idNumber: values.certNo ?? '' }
}

export function inquireCard(ctx: Context, applicationId: number, values: Readonly<Record<string, string>>): Promise<Verdict<CardCheckResult>> {
  const { name = '', bankMobile = '', cardNo = '' } = values
  const mobile = parseMobile(bankMobile, true) ?? bankMobile
  return verifyCard(ctx, { name, ...idFieldsOf(values), mobile, cardNo, ref: `application ${applicationId}` })
}

/** Checks a pending application. Returns the findings for its reviewer. */
export async function runApplicantChecks(ctx: Context, application: store.Application, values: Readonly<Record<string, string>>): Promise<ApplicantCheck[]> {
  const checks: ApplicantCheck[] = []
  const addCheck = (name: CheckName, tone: ApplicantCheck['tone'], text: CheckName, filled: Record<string, number> = {}) =>
    checks.push({ name: translate(applicationChecks[name], ctx.language), tone, text: translate(applicationChecks[text], ctx.language, filled) })
  const isOver = application.state !== 'pending' && application.state !== 'rejected'
  if (!isOver) {
    const isRegistered = await isIdentityKnown(ctx, application.kind, values, application.id)
    addCheck('subject', isRegistered ? 'bad' : 'good', isRegistered ? 'subjectKnown' : 'subjectFine')
  }
  if (application.kind === 'unit' || values.subjectKind === 'company') {
    const { name = '', creditCode = '', legal = '' } = values
    const { answer, by } = await verifyCompany(ctx, { name, creditCode, legal, ref: `application ${application.id}` })
    const text = ({ match: 'registerFine', mismatch: 'registerOdd', not_found: 'registerUnknown', unverified: 'registerUnverified' } as const)[answer]
    addCheck(by === sandboxVerifier ? 'registerSandbox' : 'register', answer === 'match' ? 'good' : 'warning', text)
  }
  if (values.cardNo) {
    const { answer, by } = await inquireCard(ctx, application.id, values)
    const [tone, text] =
      answer === 'match' ? (['good', 'bankFine'] as const) : answer === 'unverified' ? (['warning', 'bankUnverified'] as const) : (['bad', 'bankOdd'] as const)
    addCheck(by === sandboxVerifier ? 'bankSandbox' : 'bank', tone, text)
  }
  const birthDate = values.birth ?? (values.idNumber ? readIdNumber(values.idNumber).birth : '')
  if (birthDate && application.kind !== 'unit') addCheck('age', 'good', 'ageFine', { age: ageOn(birthDate, dayOf(ctx.now)) })
  if (application.kind === 'international') addCheck('manual', 'warning', 'manualAlways')
  const { invite_code: code } = application
  if (!isOver && code !== null && (await places.inviteOf(ctx, code)) === undefined && (await places.isPartnersInvite(ctx.db, code)))
    addCheck('inviter', 'warning', 'inviterUnready')
  const pictures = await store.pictures(ctx.db, application.id)
  const warnedPictureCount = pictures.filter((picture) => picture.warnings.length > 0).length
  if (warnedPictureCount > 0) addCheck('pictures', 'warning', 'picturesOdd', { count: warnedPictureCount })
  const isReused = await store.isPictureInOtherApplication(
    ctx.db,
    application.id,
    pictures.map((picture) => picture.sha256),
  )
  if (isReused) addCheck('pictures', 'bad', 'picturesSame')
  return checks
}
