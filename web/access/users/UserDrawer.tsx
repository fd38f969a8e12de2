import type { ReactNode } from 'react'
import { dutyNames, userFields, usertypeNames } from '#/api/access/users.texts.ts'
import { signInReasonNames } from '#/api/desk/sign-ins.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { OpenChanges } from '#/web/access/changes/public.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime, formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead } from '#/web/kernel/query.ts'
import { ChangeLog } from '#/web/parts/trail/ChangeLog.tsx'
import { modeNames } from '#/web/shell/texts.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { PaymentState, ReviewState, type User, UserStatus, usePostName, useProvinceName } from './tags.tsx'
import { texts } from './texts.ts'

type UserDetail = OutputOf<typeof api.users.get>
type SignIn = OutputOf<typeof api.users.signIns>['rows'][number]

function Basics({ user }: { readonly user: UserDetail }) {
  const t = useText()
  const post = usePostName()
  const province = useProvinceName()
  const paymentFacts = user.usertype === userType.unit ? [{ label: t(texts.payment), value: <PaymentState state={user.paymentPassword} /> }] : []
  return (
    <div className="k-stack">
      <Facts
        columns={2}
        rows={[
          { label: t(userFields.username), value: user.username },
          { label: t(userFields.name), value: user.name },
          { label: t(userFields.mobile), value: user.mobile ? <Masked value={user.mobile} /> : '' },
          { label: t(userFields.usertype), value: t(usertypeNames[user.usertype]) },
          { label: t(userFields.post), value: post(user) },
          { label: t(userFields.islr), value: user.islr === '1' ? t(userFields.yes) : '' },
          { label: t(userFields.isdl), value: user.isdl === '1' ? t(userFields.yes) : '' },
          { label: t(userFields.subject), value: user.subject },
          { label: t(userFields.province), value: province(user.province) },
          { label: t(userFields.status), value: <UserStatus user={user} /> },
          { label: t(userFields.mustChange), value: user.mustChange ? t(userFields.yes) : '' },
          ...paymentFacts,
          { label: t(userFields.lastLogin), value: user.lastLoginAt ? formatDateTime(user.lastLoginAt) : '' },
          { label: t(userFields.created), value: formatDateTime(user.createdAt) },
        ]}
      />
      <section className="k-card">
        <h2>{t(texts.sessions)}</h2>
        {user.sessions.length === 0 ? <p className="k-muted">{t(texts.noSessions)}</p> : null}
        <ul className="u-sessions">
          {user.sessions.map((session) => (
            <li key={`${session.since}-${session.ip}`}>
              <span>{t(texts.sessionLine, { ip: session.ip, since: formatDateTime(session.since), seen: formatDateTime(session.seenAt) })}</span>
              <span className="k-note">{session.agent}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function AccessFacts({ user }: { readonly user: UserDetail }) {
  const t = useText()
  const dutyRows = user.usertype === userType.unit ? [{ label: t(userFields.duties), value: joinList(user.duties.map((duty) => t(dutyNames[duty]))) }] : []
  const centreRows =
    user.usertype === userType.centre
      ? user.centres.map((centre) => ({ label: centre.name, value: joinList(centre.modes.map((mode) => t(modeNames[mode] ?? texts.centre))) }))
      : []
  const reviewRows = user.review
    ? [
        { label: t(texts.review), value: <ReviewState review={user.review} /> },
        { label: t(texts.reviewRoles), value: joinList(user.review.roles) },
        ...(user.review.reason ? [{ label: t(texts.reason), value: user.review.reason }] : []),
      ]
    : []
  return (
    <div className="k-stack">
      <OpenChanges changes={user.changes} />
      <Facts rows={[{ label: t(userFields.roles), value: joinList(user.roles.map((role) => role.name)) }, ...dutyRows, ...centreRows, ...reviewRows]} />
    </div>
  )
}

function SignIns({ id }: { readonly id: number }) {
  const t = useText()
  const [state, change] = useUrlState({ logPage: 1, logSize: 20 }, { logSize: pageSizes })
  const list = useRead(api.users.signIns, { id, page: state.logPage, size: state.logSize })
  const columns: Column<SignIn>[] = [
    { key: 'at', title: t(texts.time), width: 180, render: (row) => formatDateTimeSeconds(row.at) },
    { key: 'ip', title: t(texts.ip), width: 150, render: (row) => row.ip },
    {
      key: 'result',
      title: t(texts.result),
      width: 200,
      render: (row) => {
        const reason = row.reason === 'done' ? signInReasonNames.status : signInReasonNames[row.reason]
        if (row.isDone) return <StatusTag tone="green">{t(texts.success)}</StatusTag>
        return (
          <span className="k-row">
            <StatusTag tone="red">{t(texts.failure)}</StatusTag> {reason ? t(reason) : row.reason}
          </span>
        )
      },
    },
  ]
  return (
    <DataTable
      id="user-sign-ins"
      label={t(texts.signIns)}
      columns={columns}
      rowKey={(row) => `${row.at}-${row.ip}`}
      source={list}
      empty={{ reason: t(texts.noSignIns) }}
      paging={{ page: state.logPage, size: state.logSize, count: list.data?.count ?? 0, onChange: (logPage, logSize) => change({ logPage, logSize }) }}
      isPlain
    />
  )
}

interface UserDrawerProps {
  /** Id of the account; 0 while the drawer is closed. */
  readonly id: number
  readonly pane: string
  readonly onPane: (pane: string) => void
  readonly onClose: () => void
  readonly menu: (user: User) => ReactNode
}

/** One account: data, sessions, permissions, sign-ins and log. */
export function UserDrawer({ id, pane, onPane, onClose, menu }: UserDrawerProps) {
  const t = useText()
  const user = useRead(api.users.get, { id }, { isEnabled: id !== 0 })
  const current = id !== 0 && user.data?.id === id ? user.data : undefined
  const renderDetail = (render: (detail: UserDetail) => ReactNode) => <QueryContent query={{ ...user, data: current }}>{render}</QueryContent>
  return (
    <DetailDrawer
      isOpen={id !== 0}
      title={current ? `${current.name} · ${current.username}` : ''}
      onClose={onClose}
      actions={current ? menu(current) : null}
      pane={pane}
      onPane={onPane}
      panes={[
        { key: 'facts', label: t(texts.facts), content: renderDetail((detail) => <Basics user={detail} />) },
        { key: 'roles', label: t(userFields.roles), content: renderDetail((detail) => <AccessFacts user={detail} />) },
        { key: 'signIns', label: t(texts.signIns), content: id === 0 ? null : <SignIns id={id} /> },
        {
          key: 'changes',
          label: t(texts.changes),
          content: id === 0 ? null : <ChangeLog id="user-changes" label={t(texts.changes)} call={api.users.changes} of={{ id }} hasAddress />,
        },
      ]}
    />
  )
}
