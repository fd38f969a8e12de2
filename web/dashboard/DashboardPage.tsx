import { RightOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import type { Fen } from '#/domain/money.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatCount, formatMoney, formatShortMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { useUser } from '#/web/kernel/session.ts'
import { waitingNames } from '#/web/shell/texts.ts'
import { useWaiting } from '#/web/shell/useWaiting.ts'
import { Loaded } from '#/web/ui/Loaded.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { Nothing } from '#/web/ui/Nothing.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { TrendChart } from '#/web/ui/TrendChart.tsx'
import { texts } from './texts.ts'
import './dashboard.css'

type Figures = OutputOf<typeof api.tasks.figures>
const LOOK_MS = 60_000

function Card({ card }: { card: Figures['cards'][number] }) {
  const say = useText()
  const count = card.count === null ? null : say(card.key === 'payeesThisMonth' ? texts.people : texts.lines, { count: card.count })
  const isAlarming = card.key === 'unknown' && (card.count ?? 0) > 0
  return (
    <Link to={card.path} className={isAlarming ? 'd-card d-card-alarm' : 'd-card'}>
      <span className="d-card-name">
        {say(texts[card.key])}
        <RightOutlined />
      </span>
      <span className="d-card-figure">{card.amount === null ? count : <Money value={card.amount} />}</span>
      <span className="d-card-more">{card.amount === null ? '' : count}</span>
    </Link>
  )
}

function Waiting() {
  const say = useText()
  const spoken = useLanguage()
  const waiting = useWaiting()
  return (
    <section className="k-card" aria-labelledby="d-waiting">
      <h2 id="d-waiting">{say(texts.waiting)}</h2>
      <Loaded query={waiting}>
        {(rows) =>
          rows.length === 0 ? (
            <Nothing title={say(texts.nothingWaiting)} reason={say(texts.nothingWaitingMore)} />
          ) : (
            <ul className="d-waiting">
              {rows.map((row) => (
                <li key={row.kind}>
                  <Link to={row.path}>
                    <b className={row.kind === 'failed' || row.kind === 'returned' ? 'd-count d-count-red' : 'd-count'}>{formatCount(row.count, spoken)}</b>
                    <span>{say(waitingNames[row.kind])}</span>
                    <Money value={row.amount} isMuted />
                    <em>{say(texts.handle)}</em>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

function Trend({ months }: { months: Figures['months'] }) {
  const say = useText()
  const spoken = useLanguage()
  return (
    <section className="k-card" aria-labelledby="d-trend">
      <h2 id="d-trend">{say(texts.trend)}</h2>
      {months.some((month) => month.paid > 0) ? (
        <TrendChart
          label={say(texts.trend)}
          height={252}
          points={months.map((month) => ({ label: month.month.slice(2), bar: month.paid, line: month.payees }))}
          bar={{ name: say(texts.paid), format: (value) => formatMoney(value as Fen), axis: (value) => formatShortMoney(value, spoken) }}
          line={{ name: say(texts.payees), format: (value) => formatCount(value, spoken) }}
        />
      ) : (
        <Nothing title={say(texts.noTrend)} reason={say(texts.noTrendMore)} />
      )}
    </section>
  )
}

export default function DashboardPage() {
  const say = useText()
  const signedIn = useUser()
  const figures = useRead(api.tasks.figures, {}, { everyMs: LOOK_MS, follows: ['batches', 'topups'], isQuiet: true })
  return (
    <>
      <PageHeader title={say(texts.hello, { name: signedIn?.name ?? '' })} note={[signedIn?.unitName, signedIn?.rolesname].filter(Boolean).join(' · ')} />
      <Loaded query={figures} lines={6}>
        {(answer) => (
          <>
            <section className="d-cards" aria-label={say(texts.figures)}>
              {answer.cards.map((card) => (
                <Card key={card.key} card={card} />
              ))}
            </section>
            <div className="d-halves">
              <Trend months={answer.months} />
              <Waiting />
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}
