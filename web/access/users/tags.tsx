import { accountStateNames, postNames } from '#/api/access/users.texts.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import { provinces } from '#/domain/base/provinces.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { StatusTag, stateTag } from '#/web/ui/StatusTag.tsx'
import { AccountTag } from './AccountTag.tsx'
import { texts } from './texts.ts'

/** An account as the lists return it. */
export type User = OutputOf<typeof api.users.list>['rows'][number]
export type UserChoices = OutputOf<typeof api.users.choices>

/** The status of an account, a lock after wrong passwords, and whether the user is online. */
export function UserStatus({ user }: { readonly user: Pick<User, 'status' | 'isLocked' | 'isOnline'> }) {
  const t = useText()
  return (
    <span className="k-row">
      <AccountTag status={user.status} />
      {user.isLocked && user.status !== accountStatus.locked ? <StatusTag tone="red">{t(texts.locked)}</StatusTag> : null}
      {user.isOnline ? <StatusTag tone="blue">{t(texts.online)}</StatusTag> : null}
    </span>
  )
}

const reviewTones = { pending: 'gold', approved: 'green', rejected: 'red' } as const

/** The status of a request, with the reason of a rejection. */
export function ReviewState({ review }: { readonly review: { readonly state: keyof typeof reviewTones; readonly reason: string } | null }) {
  const t = useText()
  if (!review) return <span className="k-muted">—</span>
  return (
    <StatusTag tone={reviewTones[review.state]} title={review.reason}>
      {t(accountStateNames[review.state])}
    </StatusTag>
  )
}

const paymentNames = { none: texts.paymentNone, unset: texts.paymentUnset, set: texts.paymentSet, locked: texts.paymentLocked } as const

/** Whether a payment password is set. The password itself is never sent. */
export const PaymentState = stateTag(paymentNames, { none: 'grey', unset: 'gold', set: 'green', locked: 'red' })

/** The centres by name, and the number of centres outside the viewer's scope. */
export function CentreNames({ user }: { readonly user: Pick<User, 'area' | 'moreCentres'> }) {
  const t = useText()
  if (user.area.length === 0 && user.moreCentres === 0) return <span className="k-muted">—</span>
  const more = user.moreCentres > 0 ? [t(texts.moreCentres, { count: user.moreCentres })] : []
  return <>{joinList([...user.area, ...more])}</>
}

/** Returns a function that translates a province code. The result is empty for an unknown code. */
export function useProvinceName(): (code: string) => string {
  const t = useText()
  return (code) => {
    const name = provinces[code]
    return name ? t(name) : ''
  }
}

/** Returns a function that translates a user's post. The result is a dash for users who are not centre staff. */
export function usePostName(): (user: Pick<User, 'usertype' | 'poststatus'>) => string {
  const t = useText()
  return (user) => (user.usertype === userType.centre ? t(postNames[user.poststatus]) : '—')
}
