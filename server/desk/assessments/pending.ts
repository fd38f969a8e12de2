import { loadAssessmentStatus } from '#/server/desk/assessments/status.ts'
import { isPlatformScope, type PendingKind, sumWithoutPlace } from '#/server/kernel/declarations/pending.ts'

/** The platform's due assessment of its processing of personal information, the first or a repeated one. */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'assessmentDue',
    page: 'goLive',
    query: '',
    rights: ['assessment:edit'],
    isFor: isPlatformScope,
    sums: async (ctx) => sumWithoutPlace((await loadAssessmentStatus(ctx)).status === 'valid' ? 0 : 1),
  },
]
