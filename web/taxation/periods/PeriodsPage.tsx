import { userType } from '#/domain/codes.ts'
import { useUser } from '#/web/kernel/session.ts'
import { OwnTaxes } from './OwnTaxes.tsx'
import { Periods } from './Periods.tsx'

/** 总包分包报税: the tax periods of a centre; to an operator the own year. */
export default function PeriodsPage() {
  return useUser()?.usertype === userType.operator ? <OwnTaxes /> : <Periods />
}
