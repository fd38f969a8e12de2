import { signInResults } from '#/api/desk/profile.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { stateTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

type SignIn = OutputOf<typeof api.profile.signIns>[number]

const SignInResultTag = stateTag(signInResults, {
  entered: 'green',
  half: 'blue',
  wrongPassword: 'red',
  wrongCode: 'red',
  locked: 'purple',
  notOpen: 'grey',
})

/** The latest sign-in attempts on this account and their results. */
export function SignIns() {
  const t = useText()
  const signIns = useRead(api.profile.signIns, {})
  const columns: Column<SignIn>[] = [
    { key: 'at', title: t(texts.at), width: 180, isAlways: true, render: (row) => formatDateTimeSeconds(row.at) },
    {
      key: 'result',
      title: t(texts.result),
      width: 220,
      isAlways: true,
      render: (row) => <SignInResultTag state={row.result} />,
    },
    {
      key: 'device',
      title: t(texts.device),
      width: 220,
      render: (row) => [row.browser, row.system].filter(Boolean).join(' · ') || t(texts.unknownDevice),
    },
    { key: 'ip', title: t(texts.ip), width: 160, render: (row) => row.ip },
  ]
  return (
    <section className="k-card p-section">
      <h2>{t(texts.signIns)}</h2>
      <DataTable
        id="signIns"
        label={t(texts.signIns)}
        columns={columns}
        rows={signIns.data ?? []}
        rowKey={(row) => `${row.at} ${row.result}`}
        source={signIns}
        empty={{ reason: t(texts.noSignIns) }}
        isPlain
      />
      <p className="k-note">{t(texts.strange)}</p>
    </section>
  )
}
