import { z } from 'zod'
import { Day, Id, type Module, Moment, upload } from '#/api/operation.ts'
import { assessmentStatuses } from '#/domain/desk/assessment.ts'

const Assessment = z.object({
  id: Id,
  assessedOn: Day,
  lead: z.string(),
  conclusion: z.string(),
  fileId: z.uuid(),
  createdBy: z.string(),
  createdAt: Moment,
})

/**
 * 个人信息保护影响评估 (assessments of the impact on personal data): the template, and the signed assessments of the platform.
 */
export const assessments = {
  overview: {
    access: 'goLive',
    kind: 'read',
    input: z.object({}),
    output: z.object({ status: z.enum(assessmentStatuses), rows: z.array(Assessment) }),
  },
  /** Draws the template as a PDF: the register of processing, the counts of today, and the questions to answer. */
  template: {
    access: 'assessment:edit',
    kind: 'read',
    log: { zh: '下载影响评估模板', en: 'Download the assessment template', es: 'Descargar la plantilla de evaluación', ja: '影響評価テンプレートの取得' },
    limit: 'export',
    input: z.object({}),
    output: z.object({ fileId: z.uuid() }),
  },
  /** Stores the signed assessment of the current register. */
  upload: {
    access: 'assessment:edit',
    kind: 'write',
    log: { zh: '上传影响评估', en: 'Upload an impact assessment', es: 'Subir una evaluación de impacto', ja: '影響評価の登録' },
    done: { zh: '已保存', en: 'Saved', es: 'Guardada', ja: '保存しました' },
    limit: 'upload',
    input: z.object({ assessedOn: Day, lead: z.string().trim().min(2).max(50), conclusion: z.string().trim().min(2).max(500), file: upload() }),
    output: z.object({ id: Id }),
  },
} as const satisfies Module
