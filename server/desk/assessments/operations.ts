import { assessmentRefusals, assessmentTexts as texts } from '#/api/desk/assessments.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { dayOf } from '#/domain/base/period.ts'
import { countPersonsWithFaces } from '#/server/agreements/contracts/public.ts'
import { assessmentTemplate } from '#/server/desk/assessments/document.ts'
import { loadAssessmentStatus, registerDigest } from '#/server/desk/assessments/status.ts'
import * as store from '#/server/desk/assessments/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import { storeDocument } from '#/server/services/files/public.ts'

/** Refuses callers outside the platform, which is the personal information handler. */
function expectPlatform(ctx: Context): void {
  if (!ctx.scope.all) refuse(assessmentRefusals, 'platformOnly')
}

export const assessments: Implementation<Modules['assessments']> = {
  async overview(ctx) {
    expectPlatform(ctx)
    const { status, rows } = await loadAssessmentStatus(ctx)
    return { status, rows: rows.map((row) => fieldsOf(row, 'id', 'assessed_on', 'lead', 'conclusion', 'file_id', 'created_by', 'created_at')) }
  },

  async template(ctx) {
    expectPlatform(ctx)
    const [people, faces] = [await store.countPeople(ctx), await countPersonsWithFaces(ctx)]
    const model = assessmentTemplate({ parts: ctx.personal, people, faces, at: ctx.now, language: ctx.language })
    const bytes = await ctx.outside('draw a document', [registerDigest(ctx), people, faces, ctx.language], () => renderDocument(model))
    const name = `${translate(texts.title, ctx.language)}_${dayOf(ctx.now)}.pdf`
    const { id } = await ctx.files.save({ name, mediaType: 'application/pdf', bytes, purpose: 'export', keepDays: 7 })
    ctx.note({ refType: 'file', refId: id, detail: { name, people, faces } })
    return { fileId: id }
  },

  async upload(ctx, { assessedOn, lead, conclusion, file }) {
    expectPlatform(ctx)
    if (assessedOn > dayOf(ctx.now)) refuse(assessmentRefusals, 'dayInFuture')
    const storedFile = await storeDocument(ctx, { upload: file, kinds: ['pdf'], pictures: true, purpose: 'assessment' })
    const id = await store.insert(ctx, { assessedOn, lead, conclusion, fileId: storedFile.fileId, register: registerDigest(ctx) })
    ctx.note({ refType: 'impact_assessment', refId: id, detail: { assessedOn, lead, sha256: storedFile.sha256 } })
    return { id }
  },
}
