import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { applicationRefusals } from '#/api/onboarding/applications.texts.ts'
import { messageTexts } from '#/api/services/messages.texts.ts'
import { type ApplicationKind, applicationKinds, progressSteps, statusOfApplicant } from '#/domain/onboarding/application.ts'
import type { Context } from '#/server/kernel/context.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { sendCode } from '#/server/onboarding/applications/codes.ts'
import { applicationByTicket, presentOwnApplication } from '#/server/onboarding/applications/filling.ts'
import { newestMessages } from '#/server/services/messages/public.ts'
import { pendingCount } from '#/server/services/tasks/public.ts'

type CodeRequest = z.output<Modules['applications']['message']['input']>
type MessageAnswer = z.input<Modules['applications']['message']['output']>

const kindByPinyin: Readonly<Record<string, ApplicationKind>> = {
  dw: 'unit',
  yz: 'operator',
  gth: 'operator',
  hzhb: 'partner',
  com: 'partner',
  en: 'international',
}

function kindOfPurpose(purpose: string | undefined): ApplicationKind {
  const requestedPurpose = purpose ?? ''
  return kindByPinyin[requestedPurpose] ?? applicationKinds.find((kind) => kind === requestedPurpose) ?? 'operator'
}

async function loadRegistration(ctx: Context, ticket: string): Promise<MessageAnswer> {
  const openApplication = await applicationByTicket(ctx, ticket)
  const view = await presentOwnApplication(ctx, openApplication)
  return {
    status: statusOfApplicant(view.progress.state),
    kind: view.progress.kind,
    fields: Object.fromEntries(view.values.map(({ field, value }) => [field, value])),
    rejects: view.rejects,
    progress: progressSteps.map((step, at) => ({ step, done: at < view.progress.done })),
  }
}

/**
 * Answers the specified call `share/user/getMsg`: registration by ticket, a code by text message, or the signed-in
 * user's notifications.
 */
export async function getMsg(ctx: Context, { type, ticket = '', mobile = '', purpose }: CodeRequest): Promise<MessageAnswer> {
  if (type === 'register') return loadRegistration(ctx, ticket)
  if (type === 'sms') {
    const { ask, resendSeconds, validSeconds } = await sendCode(ctx, kindOfPurpose(purpose), mobile)
    return { ask, ttl: validSeconds, resend: resendSeconds }
  }
  if (ctx.actor.userId === 0) throw new Refusal('msg_needs_session', applicationRefusals.signIn, {}, { code: 50008 })
  const { unread, rows } = await newestMessages(ctx)
  const list = rows.map((row) => ({
    id: row.id,
    title: translate(messageTexts[row.kind].title, ctx.language, row.values),
    at: row.created_at.toISOString(),
    isRead: row.read_at !== null,
  }))
  return { unread, todo: await pendingCount(ctx), list }
}
