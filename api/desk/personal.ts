import { z } from 'zod'
import { copyStartedText } from '#/api/desk/personal.texts.ts'
import { Id, type Module } from '#/api/operation.ts'
import { legalBases } from '#/domain/desk/legal-basis.ts'
import { personalCategories, personalCopyFormats } from '#/domain/desk/personal.ts'

const Format = z.enum(personalCopyFormats)
const Task = z.object({ taskId: Id })

/** The personal data of an operator: the register of processing, and copies on request (个人信息保护法 §44–45). */
export const personal = {
  /**
   * Returns the register of processing, generated from the declarations in the code: the activities, with the parts of
   * data and the laws of their retention.
   */
  register: {
    access: 'session',
    kind: 'read',
    input: z.object({}),
    output: z.array(
      z.object({
        category: z.enum(personalCategories),
        parts: z.array(z.string()),
        bases: z.array(z.enum(legalBases)),
      }),
    ),
  },
  /** Requests a copy of all data about the caller. The caller must have confirmed the login password recently. */
  copy: {
    access: 'session',
    kind: 'write',
    log: { zh: '申请个人信息副本', en: 'Request own personal data', es: 'Pedir los datos propios', ja: '本人の個人情報の請求' },
    done: copyStartedText,
    limit: 'export',
    input: z.object({ format: Format }),
    output: Task,
  },
  /** Requests a copy for an operator, with the data of the caller's centre but without account and messages. */
  copyFor: {
    access: 'plain:export',
    kind: 'write',
    log: { zh: '代经营者导出个人信息', en: 'Export a person’s data on request', es: 'Exportar los datos de una persona', ja: '本人に代わる個人情報の出力' },
    done: copyStartedText,
    limit: 'export',
    input: z.object({ operatorId: Id, format: Format, reason: z.string().trim().max(200) }),
    output: Task,
  },
} as const satisfies Module
