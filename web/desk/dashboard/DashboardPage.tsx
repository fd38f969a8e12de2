import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { pages } from '#/api/pages.ts'
import { userType } from '#/domain/base/codes.ts'
import type { Fen } from '#/domain/base/money.ts'
import { joinWords } from '#/domain/base/text.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatCount, formatMoney, formatShortMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can, canOpen, type User, useUser } from '#/web/kernel/session.ts'
import { Notices } from '#/web/services/news/public.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { RightOutlined } from '#/web/ui/icons.ts'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { TrendChart } from '#/web/ui/TrendChart.tsx'
import { PendingWork } from './PendingWork.tsx'
import { amountTexts, cardNames, countUnitTexts, daysLeftTexts, texts, trendLegends } from './texts.ts'
import './dashboard.css'

// Sections for one kind of user load only for that kind.
const Ranking = onDemand(async () => (await import('./desk-lists.ts')).Ranking)
const Centres = onDemand(async () => (await import('./desk-lists.ts')).Centres)
const Channels = onDemand(async () => (await import('./desk-lists.ts')).Channels)
const OwnUnits = onDemand(async () => (await import('./OwnUnits.tsx')).OwnUnits)
const Receipts = onDemand(async () => (await import('./Receipts.tsx')).Receipts)
const TaxRecord = onDemand(async () => (await import('./TaxRecord.tsx')).TaxRecord)

type Figures = OutputOf<typeof api.dashboard.figures>
type Figure = Figures['cards'][number]
const POLL_MS = 60_000

/** Figures that should be zero. */
const alarmFigures: ReadonlySet<Figure['key']> = new Set([
  'failed',
  'held',
  'unknown',
  'returned',
  'unclaimed',
  'differences',
  'custody',
  'redDue',
  'filingsOverdue',
])
/** Figures shown as amounts, also those without a count. The others show a count with the amount next to it. */
const amountFigures: ReadonlySet<Figure['key']> = new Set(['available', 'frozen', 'paidThisMonth', 'income', 'withheld', 'received', 'commission'])

/** Scrolls to a list on this page and focuses it for screen readers. */
function scrollToSection(event: MouseEvent, path: string): void {
  const targetSection = document.getElementById(path.split('#')[1] ?? '')
  if (!targetSection) return
  event.preventDefault()
  targetSection.scrollIntoView({ behavior: 'smooth', block: 'start' })
  targetSection.focus({ preventScroll: true })
}

function Card({ card }: { readonly card: Figure }) {
  const t = useText()
  const { key, amount, count, path } = card
  const isAmountFigure = amountFigures.has(key) || (count === null && amount !== null)
  const isAlarming = (alarmFigures.has(key) && (count ?? 0) > 0) || (card.days ?? 0) < 0
  const countText = count === null ? null : t(countUnitTexts[key] ?? texts.lines, { count })
  const moneyText = amount === null || amount === 0 ? null : formatMoney(amount)
  const amountText = amountTexts[key]
  const days = card.days ?? null
  const noDeadlineText = key === 'taxDue' && count === 0 ? t(daysLeftTexts.none) : null
  const due =
    days === null ? noDeadlineText : t(days > 0 ? daysLeftTexts.left : days === 0 ? daysLeftTexts.today : daysLeftTexts.over, { days: Math.abs(days) })
  const sideNote = due ?? (isAmountFigure ? countText : moneyText && (amountText ? t(amountText, { amount: moneyText }) : moneyText))
  return (
    <Link
      to={path}
      data-figure={key}
      className={['d-card', isAlarming ? 'd-card-alarm' : '', isAmountFigure || count !== 0 ? '' : 'd-card-zero'].filter(Boolean).join(' ')}
      onClick={(event) => scrollToSection(event, path)}
    >
      <span className="d-card-name">
        {t(cardNames[key])}
        <Icon of={RightOutlined} />
      </span>
      <span className="d-card-figure">{isAmountFigure ? <Money value={amount} /> : countText}</span>
      <span className="d-card-more">{sideNote}</span>
    </Link>
  )
}

const isZeroFigure = ({ key, count, amount }: Figure) => !amountFigures.has(key) && (count ?? 0) === 0 && (amount ?? 0) === 0

/** The figures that are zero, collapsed to their names. */
function ZeroFigures({ cards }: { readonly cards: Figures['cards'] }) {
  const t = useText()
  const names = joinWords(
    cards.map((card) => t(cardNames[card.key])),
    useLanguage(),
  )
  return (
    <details className="d-zeros">
      <summary>{t(texts.noughts, { count: cards.length, names })}</summary>
      <div className="d-cards d-cards-many">
        {cards.map((card) => (
          <Card key={card.key} card={card} />
        ))}
      </div>
    </details>
  )
}

function Cards({ cards }: { readonly cards: Figures['cards'] }) {
  const t = useText()
  const zeroFigures = cards.filter(isZeroFigure)
  const others = cards.filter((card) => !isZeroFigure(card))
  const counts = others.filter((card) => !amountFigures.has(card.key))
  const isOneRow = counts.length < 2
  const moneyCards = isOneRow ? others : others.filter((card) => amountFigures.has(card.key))
  return (
    <>
      {moneyCards.length === 0 ? null : (
        <section className="d-cards" aria-label={t(texts.money)}>
          {moneyCards.map((card) => (
            <Card key={card.key} card={card} />
          ))}
        </section>
      )}
      {isOneRow && zeroFigures.length === 0 ? null : (
        <section className="d-work" aria-label={t(texts.work)}>
          {isOneRow ? null : (
            <div className="d-cards d-cards-many">
              {counts.map((card) => (
                <Card key={card.key} card={card} />
              ))}
            </div>
          )}
          {zeroFigures.length === 0 ? null : <ZeroFigures cards={zeroFigures} />}
        </section>
      )}
    </>
  )
}

function Trend({ months, usertype }: { readonly months: Figures['months']; readonly usertype: number }) {
  const t = useText()
  const currentLanguage = useLanguage()
  const legends = trendLegends[usertype === userType.operator ? 'operator' : usertype === userType.partner ? 'partner' : 'payer']
  return (
    <section className="k-card d-trend" aria-labelledby="d-trend">
      <h2 id="d-trend">{t(legends.title)}</h2>
      {months.some((month) => month.amount !== 0) ? (
        <TrendChart
          label={t(legends.title)}
          height={252}
          points={months.map((month) => ({ label: month.month.slice(2), values: [month.amount, month.count], path: month.path }))}
          series={[
            { name: t(legends.bar), shape: 'bar', format: (value) => formatMoney(value as Fen), axis: (value) => formatShortMoney(value, currentLanguage) },
            { name: t(legends.line), shape: 'line', side: 'right', format: (value) => formatCount(value, currentLanguage) },
          ]}
        />
      ) : (
        <EmptyState title={t(legends.none)} reason={t(legends.noneMore)} />
      )}
    </section>
  )
}

/** The two main actions of a unit. */
function Shortcuts() {
  const t = useText()
  const navigate = useNavigate()
  return (
    <span className="k-row">
      {can('zf:make') && canOpen('zfPtList') ? (
        <ActionButton type="primary" onPress={() => void navigate(`${pages.zfPtList.path}?create=1`)}>
          {t(texts.newBatch)}
        </ActionButton>
      ) : null}
      {can('cz:apply') && canOpen('yufukuan') ? (
        <ActionButton onPress={() => void navigate(`${pages.yufukuan.path}?create=1`)}>{t(texts.newTopup)}</ActionButton>
      ) : null}
    </span>
  )
}

function RoleSections({ user }: { readonly user: User }) {
  const isStaff = user.usertype === userType.platform || user.usertype === userType.centre
  return (
    <>
      {user.usertype === userType.platform && canOpen('zfPtListpt') ? <Centres /> : null}
      {isStaff ? (
        <div className="d-halves d-even">
          {canOpen('zfpzList') ? <Ranking /> : null}
          {can('payZfPt') && canOpen('zfPtListpt') ? <Channels /> : null}
        </div>
      ) : null}
      {user.usertype === userType.operator ? (
        <>
          <Receipts />
          <TaxRecord />
        </>
      ) : null}
      {user.usertype === userType.partner ? <OwnUnits /> : null}
    </>
  )
}

export default function DashboardPage() {
  const t = useText()
  const user = useUser()
  const figures = useRead(api.dashboard.figures, {}, { everyMs: POLL_MS, follows: ['batches', 'topups', 'candidates'] })
  if (!user) return null
  const hasPendingWork = user.usertype !== userType.operator && user.usertype !== userType.partner
  return (
    <>
      <PageHeader
        title={t(texts.hello, { name: user.name })}
        note={[user.unitName, user.rolesname].filter(Boolean).join(' · ')}
        actions={user.usertype === userType.unit ? <Shortcuts /> : null}
      />
      {user.guide ? (
        <Alert type="info" showIcon title={t(texts.guide)} action={<Link to={user.guide}>{t(texts.guideOpen)}</Link>} style={{ marginBottom: 12 }} />
      ) : null}
      <QueryContent query={figures} lines={6}>
        {(answer) => (
          <>
            <Cards cards={answer.cards} />
            <div className={answer.months.length > 0 && hasPendingWork ? 'd-halves' : 'd-whole'}>
              {answer.months.length > 0 ? <Trend months={answer.months} usertype={user.usertype} /> : null}
              {hasPendingWork ? <PendingWork /> : null}
            </div>
          </>
        )}
      </QueryContent>
      <div className="d-whole">
        <Notices />
      </div>
      <RoleSections user={user} />
    </>
  )
}
