import type { TestServer } from '#/server/tests/testing.ts'

/** Approves every proposed assignment of these units as the platform's operation. */
export async function approveAssignments(server: Pick<TestServer, 'must'>, unitIds: readonly number[]): Promise<void> {
  for (const id of unitIds)
    for (const { id: assignmentId, state } of await server.must('operation', 'units.assignments', { id }))
      if (state === 'proposed') await server.must('operation', 'units.decideAssignment', { assignmentId, isApproved: true })
}
