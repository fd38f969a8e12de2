import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { TestServer } from '#/server/tests/testing.ts'

type SplitInput = z.input<Modules['fees']['createSplit']['input']>

/** Creates a split rule from today on, which a second person approves. By default it is for partners of centre 2. */
export async function createApprovedSplit(server: Pick<TestServer, 'must' | 'running'>, terms: Partial<SplitInput>): Promise<void> {
  const rule = await server.must('caiwu', 'fees.createSplit', {
    centreId: 2,
    role: 'partner',
    method: 'difference',
    rate: '5.5',
    effectiveFrom: dayOf(server.running.kernel.clock.now()),
    reason: '合作协议',
    ...terms,
  })
  if (rule.state === 'pending') await server.must('platform', 'fees.decideSplit', { splitId: rule.id, isApproved: true })
}
