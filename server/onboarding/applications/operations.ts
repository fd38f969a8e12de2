import type { Modules } from '#/api/modules.ts'
import { applicationRefusals } from '#/api/onboarding/applications.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { canMoveApplication } from '#/domain/onboarding/application.ts'
import { reviewersAt } from '#/server/access/users/public.ts'
import { contractsToSign, issueTicket as issueSignTicket } from '#/server/agreements/contracts/public.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import { storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { paperCode } from '#/server/lib/vault/secrets.ts'
import { appealOperation } from '#/server/onboarding/applications/appealing.ts'
import { decideAppeal, listAppeals, loadAppeal } from '#/server/onboarding/applications/appeals.ts'
import { currentClauseVersion } from '#/server/onboarding/applications/clause.ts'
import { beginApplication, normalizeMobile, sendCode } from '#/server/onboarding/applications/codes.ts'
import * as filling from '#/server/onboarding/applications/filling.ts'
import { countEvent, expectBelowLimit } from '#/server/onboarding/applications/limits.ts'
import { preparePicture } from '#/server/onboarding/applications/recognition.ts'
import * as review from '#/server/onboarding/applications/review.ts'
import { applicationList } from '#/server/onboarding/applications/sheet.ts'
import * as store from '#/server/onboarding/applications/store.ts'
import * as places from '#/server/onboarding/applications/store-places.ts'
import * as reviews from '#/server/onboarding/applications/store-review.ts'
import { submitApplication, withdrawApplication } from '#/server/onboarding/applications/submitting.ts'
import { getMsg } from '#/server/onboarding/applications/wire.ts'
import { sandboxMessages } from '#/server/services/messages/public.ts'

const maxRows = 5000

export const applications: Implementation<Modules['applications']> = {
  async options(ctx, { invite: code }) {
    const invite = code ? await places.inviteOf(ctx, code.toUpperCase()) : undefined
    const centres = await places.centres(ctx.db)
    return {
      isOpen: ctx.site.ways.sms,
      isSandbox: ctx.isDemo,
      support: ctx.site.support,
      clauseVersion: await currentClauseVersion(ctx),
      centres: centres.map(({ id, name, modes, age_min: min, age_max: max }) => ({ id, name, modes, ages: { min, max } })),
      invite: invite ? { code: invite.code, name: invite.name, centreId: invite.centre_id } : null,
    }
  },

  askCode: (ctx, { kind, mobile }) => sendCode(ctx, kind, mobile),
  begin: (ctx, input) => beginApplication(ctx, input),

  async open(ctx, { ticket }) {
    return filling.presentOwnApplication(ctx, await filling.applicationByTicket(ctx, ticket))
  },

  save: (ctx, { ticket, answers }) => filling.saveAnswers(ctx, ticket, answers),
  addPicture: {
    admit: (ctx, { ticket, field }) => filling.admitPicture(ctx, ticket, field),
    async prepare({ ticket, field, file }, { now }) {
      const readyPicture = await preparePicture(field, file, now)
      return (ctx) => filling.addPicture(ctx, ticket, field, readyPicture)
    },
  },

  async dropPicture(ctx, { ticket, pictureId }) {
    await filling.dropPicture(ctx, ticket, pictureId)
    return {}
  },

  async picture(ctx, { ticket, pictureId }) {
    return { url: await filling.pictureUrl(ctx, ticket, pictureId) }
  },

  phone: (ctx, { ticket }) => filling.issuePhoneTicket(ctx, ticket),
  submit: (ctx, { ticket }) => submitApplication(ctx, ticket),

  async papers(ctx, { ticket }) {
    const { application, ticket: ticketRow } = await filling.applicationByTicket(ctx, ticket)
    if (application.state !== 'signing' || ticketRow.purpose !== 'edit') return []
    const papers = await contractsToSign(ctx, { unitId: application.unit_id, operatorId: application.operator_id, partnerId: application.partner_id })
    ctx.note({ refType: 'application', refId: application.id, centreId: application.centre_id, detail: { no: application.no, papers: papers.length } })
    return Promise.all(papers.map(async ({ signTaskId, name }) => ({ name, path: `/Sign?ticket=${await issueSignTicket(ctx, signTaskId, false)}` })))
  },

  async withdraw(ctx, { ticket }) {
    const openApplication = await filling.applicationByTicket(ctx, ticket, true)
    if (!canMoveApplication(openApplication.application.state, 'withdraw')) refuse(applicationRefusals, 'notEditable')
    await withdrawApplication(ctx, openApplication)
    return {}
  },

  appeal: appealOperation,

  async lookUp(ctx, { no, mobile }) {
    await expectBelowLimit(ctx, 'looks')
    const application = await store.findByNumber(ctx.db, no.toUpperCase(), ctx.vault.index('mobile', normalizeMobile(mobile, true)))
    if (!application) {
      await countEvent(ctx, 'looks')
      throw new Refusal('unknown', applicationRefusals.unknown, {}, { keepsWrites: true })
    }
    return filling.presentProgress(ctx, application)
  },

  async sandbox(ctx, { ask, ticket }) {
    if (!ctx.isDemo) throw new Refusal('forbidden', kernelRefusals.forbidden, { key: 'demo' })
    const about = ticket === undefined ? `apply:${ask}` : `application:${(await filling.applicationByEditTicket(ctx, ticket)).application.id}`
    const rows = await sandboxMessages(ctx.db, about)
    return { messages: rows.map(({ id, recipient, body }) => ({ id, to: recipient, text: body })) }
  },

  message: (ctx, input) => getMsg(ctx, input),

  async list(ctx, { page, size, after, before, ...filter }) {
    const [{ rows, next }, count, waiting] = await Promise.all([
      reviews.list(ctx, filter, { page, size, after, before }),
      reviews.count(ctx, filter),
      reviews.countPending(ctx),
    ])
    return { rows: rows.map((row) => review.presentListedApplication(ctx, row)), count, next, waiting }
  },

  get: (ctx, { applicationId }) => review.applicationDetail(ctx, applicationId),
  reveal: (ctx, { applicationId }) => review.revealNumbers(ctx, applicationId),

  async take(ctx, { applicationId }) {
    await review.beginReview(ctx, applicationId)
    return {}
  },

  assign: (ctx, { applicationIds, userId, reason }) => review.assignReviewer(ctx, applicationIds, userId, reason),

  async colleagues(ctx) {
    const people = await reviewersAt(ctx, ctx.scope.centreId, 'hzhb:audit')
    const openCounts = await places.countOpenByReviewer(
      ctx.db,
      people.map((person) => person.id),
    )
    return people.map((person) => ({ ...person, open: openCounts.get(person.id) ?? 0 }))
  },

  approve: (ctx, { applicationId, version, ...terms }) => review.approveApplication(ctx, applicationId, version, terms),
  reject: (ctx, { applicationId, version, rejects }) => review.rejectApplication(ctx, applicationId, version, rejects),

  async export(ctx, filter) {
    const readRows = async () => {
      const rows = await exportRows(async (size) => (await reviews.list(ctx, filter, { page: 1, size })).rows, maxRows)
      return applicationList(ctx, filter, rows)
    }
    return storeExport(ctx, filter, readRows, { unitId: ctx.actor.unitId, centreId: ctx.scope.centreId })
  },

  appeals: (ctx, filter) => listAppeals(ctx, filter),
  appealed: (ctx, { appealId }) => loadAppeal(ctx, appealId),
  decideAppeal: (ctx, { appealId, isUpheld, resolution }) => decideAppeal(ctx, appealId, isUpheld, resolution),

  async invite(ctx) {
    const { usertype, partnerId } = ctx.actor
    if (usertype === userType.partner && !(partnerId !== null && (await places.mayInvite(ctx, partnerId)))) refuse(applicationRefusals, 'partnerUnready')
    const code = await places.ensureInviteCode(ctx, paperCode().replaceAll('-', '').slice(0, 8))
    ctx.note({ refType: 'invite', refId: code })
    return { code }
  },
}
