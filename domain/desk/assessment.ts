import { shiftMonth } from '#/domain/base/period.ts'

// Impact assessment of personal information (个人信息保护法 §55–56): before the processing, and again when it changes.

/** Unchanged processing is assessed again after this number of months. The law sets no period; we chose a year. */
const repeatMonths = 12

/** `changed`: the register of processing has changed since the assessment. `due`: a year has passed. */
export const assessmentStatuses = ['valid', 'due', 'changed', 'missing'] as const
export type AssessmentStatus = (typeof assessmentStatuses)[number]

interface LastAssessment {
  /** The digest of the assessed register of processing. */
  readonly register: string
  readonly assessedOn: string
}

/** Returns whether the last signed assessment covers the current processing. */
export function assessmentStatus(last: LastAssessment | null, register: string, today: string): AssessmentStatus {
  if (last === null) return 'missing'
  if (last.register !== register) return 'changed'
  return shiftMonth(last.assessedOn.slice(0, 7), repeatMonths) + last.assessedOn.slice(7) <= today ? 'due' : 'valid'
}
