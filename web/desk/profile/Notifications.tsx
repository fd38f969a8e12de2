import { type DeliveryMethod, topicNames } from '#/api/services/message-topics.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { Tooltip } from '#/web/ui/Tooltip.tsx'
import { texts } from './texts.ts'

type Choices = OutputOf<typeof api.messages.choices>
type Row = Choices['topics'][number]

interface CellProps {
  readonly row: Row
  readonly way: DeliveryMethod
  /** Reason why this delivery method cannot be used; empty when it can. */
  readonly reason: string
}

function Cell({ row, way, reason }: CellProps) {
  const t = useText()
  const chooseMethod = useSubmit(api.messages.choose)
  const isAlwaysSent = row.fixed.includes(way)
  const hint = isAlwaysSent ? t(texts.alwaysSent) : reason
  const box = (
    <Checkbox
      aria-label={`${t(topicNames[row.topic])} · ${t(way === 'mail' ? texts.byMail : texts.bySms)}`}
      checked={row[way] && (isAlwaysSent || reason === '')}
      disabled={hint !== '' || chooseMethod.isBusy}
      onChange={(event) => void chooseMethod.submit({ topic: row.topic, way, isOn: event.target.checked })}
    />
  )
  return hint === '' ? box : <Tooltip title={hint}>{box}</Tooltip>
}

/** 通知偏好: lets the user choose which notifications are also sent by e-mail or text message. */
export function Notifications({ mail, mobile }: { readonly mail: string; readonly mobile: string }) {
  const t = useText()
  const choices = useRead(api.messages.choices, {})
  const reasonOf = (way: DeliveryMethod) => (way === 'mail' ? mail === '' && t(texts.noMailKnown) : mobile === '' && t(texts.noMobileKnown)) || ''
  return (
    <section className="k-card p-section">
      <h2>{t(texts.notifications)}</h2>
      <p className="k-note">{t(texts.notificationsNote)}</p>
      <QueryContent query={choices} lines={4}>
        {({ ways, topics }) => (
          <div className="p-scroll">
            <table className="p-choices" aria-label={t(texts.notifications)}>
              <thead>
                <tr>
                  <th scope="col">{t(texts.topic)}</th>
                  <th scope="col">{t(texts.inside)}</th>
                  {ways.map((way) => (
                    <th scope="col" key={way}>
                      {t(way === 'mail' ? texts.byMail : texts.bySms)}
                      <span className="k-note">{way === 'mail' ? mail : mobile}</span>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {topics.map((row) => (
                  <tr key={row.topic}>
                    <th scope="row">
                      {t(topicNames[row.topic])}
                      {row.fixed.length > 0 ? <span className="k-note">{t(texts.mailAlways)}</span> : null}
                    </th>
                    <td>{t(texts.always)}</td>
                    {ways.map((way) => (
                      <td key={way}>
                        <Cell row={row} way={way} reason={reasonOf(way)} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </QueryContent>
    </section>
  )
}
