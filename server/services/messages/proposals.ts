import type { Context } from '#/server/kernel/context.ts'
import { sendNotification } from '#/server/services/messages/sending.ts'
import type { MessageValues } from '#/server/services/messages/values.ts'

interface ProposalDecision {
  readonly proposedBy: number | null
  /** Others whom the decision concerns, such as the author of withdrawn terms. */
  readonly alsoTo?: readonly (number | null)[]
  readonly subject: MessageValues['proposalDecided']['subject']
  /** The name of the unit, person or business that the proposal concerns. */
  readonly name: string
  readonly isApproved: boolean
  /** Empty for an answer without a reason. */
  readonly reason: string
  /** The page that shows the subject. */
  readonly path: string
  readonly refType: string
  readonly refId: number
}

/** Notifies the proposer, and others if named, of a decision by the caller. */
export async function notifyProposer(
  ctx: Context,
  { proposedBy, alsoTo = [], subject, name, isApproved, reason, ...reference }: ProposalDecision,
): Promise<void> {
  const values = { subject, name, by: ctx.actor.name, reason, isApproved: isApproved ? 'yes' : 'no', hasReason: reason === '' ? 'no' : 'yes' } as const
  await sendNotification(ctx, { kind: 'proposalDecided', to: [proposedBy, ...alsoTo], values, ...reference })
}
