import { settlementMode, userType } from '#/domain/codes.ts'
import { useUser } from '#/web/kernel/session.ts'
import { OtherMode, worksIn } from '#/web/parts/OtherMode.tsx'
import { OwnTaxes } from './OwnTaxes.tsx'
import { Periods } from './Periods.tsx'

/** 总包分包报税: the tax periods of a centre; to an operator the own year. */
export default function PeriodsPage() {
  const isOwn = useUser()?.usertype === userType.operator
  if (!isOwn && worksIn(settlementMode.individualBusiness)) return <OtherMode page="taxListWtdz" other="taxList" />
  return isOwn ? <OwnTaxes /> : <Periods />
}
