import type { Modules } from '#/api/modules.ts'
import { errorRefusals } from '#/api/services/errors.texts.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import * as store from '#/server/services/errors/store.ts'

const windowMs = 60_000
const maxReports = 20

/** Replaces line breaks and control characters, so that reports cannot forge log lines or affect terminals. */
function collapseWhitespace(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
}

/** PostgreSQL text cannot contain NUL. */
function toStorableText(text: string): string {
  return text.replaceAll('\0', '')
}

export const errors: Implementation<Modules['errors']> = {
  async report(ctx, report) {
    if ((await store.countSince(ctx, new Date(ctx.real.getTime() - windowMs))) >= maxReports) refuse(errorRefusals, 'tooMany')
    const [message, stack, page, version] = [report.message, report.stack, report.page, report.version].map(toStorableText) as [string, string, string, string]
    await store.insert(ctx, { message, stack, page, version, requestId: report.requestId, at: report.at })
    ctx.log.warn(
      {
        requestId: ctx.requestId,
        failedRequestId: report.requestId ?? null,
        userId: ctx.actor.userId,
        page: collapseWhitespace(page),
        version: collapseWhitespace(version),
        message: collapseWhitespace(message),
        stack: collapseWhitespace(stack),
      },
      'a browser reported an error',
    )
    ctx.note({ refType: 'error', refId: ctx.requestId, detail: { page: collapseWhitespace(page) } })
    return {}
  },

  async list(ctx, { size, ...filter }) {
    const { rows, next } = await store.list(ctx, filter, size)
    return {
      rows: rows.map((row) => ({
        id: row.id,
        at: row.created_at.toISOString(),
        ...fieldsOf(row, 'username', 'message', 'stack', 'page', 'version', 'agent', 'failed_request_id', 'request_id'),
      })),
      next,
    }
  },
}
