import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

type Claim = z.output<Modules['collections']['get']['output']>
type ClaimInput = Partial<Omit<z.input<Modules['collections']['create']['input']>, 'file'>> & {
  /** The start and end of the work, in days before today. */
  readonly days?: readonly [number, number]
  readonly file?: undefined
}

/** The id of a task order that the demo operator accepted. */
export const acceptedOrderId = 4

/** Returns the steps that take a claim from its operator through the unit. */
export function claimScenario(server: TestServer) {
  const act = paymentScenario(server)
  const claim = (claimInput: ClaimInput, who = 'operator') => {
    const { days: [since, until] = [4, 4], ...rest } = claimInput
    const today = dayOf(server.running.kernel.clock.now())
    const paper = 'file' in claimInput ? {} : { file: { filename: '成果.pdf', mediaType: 'application/pdf', bytes: pdfPage('result') } }
    const input = {
      orderId: acceptedOrderId,
      amount: '500.00',
      content: '直播场控',
      from: shiftDay(today, -since),
      to: shiftDay(today, -until),
      ...rest,
      ...paper,
    }
    return server.call(who, 'collections.create', input, who === 'centre' ? atCentre : {})
  }
  const submitClaim = async (input: ClaimInput, who?: string): Promise<Claim> => {
    const answer = await claim({ submit: true, ...input }, who)
    if (answer.data === undefined) throw new Error(answer.message)
    return answer.data
  }
  const confirm = ({ id: claimId, version }: Claim) => server.must('maker', 'collections.confirm', { claimId, version })
  return {
    claim,
    submitClaim: submitClaim,
    confirm,
    createConfirmedClaim: async (input: ClaimInput) => confirm(await submitClaim(input)),
    mergeClaims: async (...claims: readonly Claim[]) => (await server.must('maker', 'collections.merge', { claimIds: claims.map(({ id }) => id) })).batchId,
    /** Submits, checks, audits and pays a batch, without waiting for the channel's answer. */
    pay: async (batchId: number) => act.pay(await act.audit(await act.check(await act.submit(await server.must('maker', 'payments.get', { id: batchId }))))),
  }
}

export type ClaimScenario = ReturnType<typeof claimScenario>
