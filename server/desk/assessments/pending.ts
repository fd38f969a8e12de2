import { loadAssessmentStatus } from '#/server/desk/assessments/status.ts'
import { isPlatformScope, type PendingKind, sumWithoutPlace } from '#/server/kernel/declarations/pending.ts'

/** Whether the platform must assess its processing of personal information, for the first time or again. */
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
