import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { orderFields, orderKindNames } from '#/api/agreements/orders.texts.ts'
import { pages } from '#/api/pages.ts'
import { type OrderPaperKind, type OrderStep, orderSteps } from '#/domain/agreements/order.ts'
import { userType } from '#/domain/base/codes.ts'
import { subtract } from '#/domain/base/money.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can, canOpen, useUser } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Dropdown } from '#/web/ui/Dropdown.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { AssignmentTag, type OrderDetail, OrderTag, Pricing } from './tags.tsx'
import { texts } from './texts.ts'

const loadDialogs = () => import('./ActionDialogs.tsx')
const MoveDialog = onDemand(async () => (await loadDialogs()).MoveDialog)
const AnswerDialog = onDemand(async () => (await loadDialogs()).AnswerDialog)
const AdjustDialog = onDemand(async () => (await loadDialogs()).AdjustDialog)
const AssignDialog = onDemand(async () => (await loadDialogs()).AssignDialog)
const OrderDialog = onDemand(async () => (await import('./OrderDialog.tsx')).OrderDialog)
const PaperDialog = onDemand(async () => (await import('./PaperDialog.tsx')).PaperDialog)
const PeoplePane = onDemand(async () => (await import('./panes.tsx')).People)
const PapersPane = onDemand(async () => (await import('./panes.tsx')).Papers)
const BatchesPane = onDemand(async () => (await import('./panes.tsx')).Batches)

type OpenDialog = OrderStep | OrderPaperKind | 'edit' | 'adjust' | 'assign' | 'accept' | 'decline'

function OrderAmounts({ order }: { readonly order: OrderDetail }) {
  const t = useText()
  if (order.contract === null) return null
  const { no, id } = order.contract
  return (
    <Facts
      columns={2}
      rows={[
        { label: t(orderFields.contract), value: canOpen('htList') ? <Link to={`${pages.htList.path}?open=${id}`}>{no}</Link> : no },
        { label: t(texts.room), value: order.room ? <Money value={subtract(order.room.cap, order.room.used)} /> : t(texts.noCap) },
        { label: t(orderFields.budget), value: <Money value={order.budget} isStrong /> },
        { label: t(orderFields.settled), value: <Money value={order.settled} /> },
        { label: t(orderFields.underway), value: <Money value={order.underway} /> },
        { label: t(orderFields.salesman), value: order.salesman },
        { label: t(orderFields.createdBy), value: order.createdBy },
        { label: t(orderFields.created), value: formatDateTime(order.createdAt) },
      ]}
    />
  )
}

function Basics({ order }: { readonly order: OrderDetail }) {
  const t = useText()
  return (
    <div className="k-stack">
      <Facts
        columns={2}
        rows={[
          { label: t(orderFields.no), value: order.no },
          { label: t(orderFields.state), value: <OrderTag order={order} /> },
          { label: t(orderFields.kind), value: t(orderKindNames[order.kind]) },
          { label: t(orderFields.category), value: order.category },
          { label: t(orderFields.unit), value: order.unitName },
          { label: t(orderFields.centre), value: order.centreName },
          { label: t(orderFields.mode), value: t(contractModeNames[order.mode]) },
          { label: t(orderFields.period), value: `${order.from} — ${order.to}` },
          { label: t(orderFields.pricing), value: <Pricing price={order.price} /> },
          { label: t(orderFields.people), value: `${order.wanted === 0 ? t(texts.people0) : order.wanted} / ${order.taken}` },
          { label: t(orderFields.place), value: [order.provinceName, order.place].filter(Boolean).join(' ') },
          ...(order.sourcePlatform ? [{ label: t(orderFields.sourcePlatform), value: order.sourcePlatform }] : []),
          { label: t(orderFields.published), value: formatDateTime(order.publishedAt) },
          ...(order.endedAt ? [{ label: t(orderFields.ended), value: formatDateTime(order.endedAt) }] : []),
          ...(order.reason ? [{ label: t(orderFields.reason), value: order.reason, isWide: true }] : []),
          { label: t(orderFields.description), value: order.description, isWide: true },
          { label: t(orderFields.criteria), value: order.criteria, isWide: true },
        ]}
      />
      <OrderAmounts order={order} />
    </div>
  )
}

type OfferedAction = (typeof offeredActions)[number]
const mainActionByState: Readonly<Partial<Record<OrderDetail['state'], OfferedAction | OrderStep>>> = {
  draft: 'publish',
  published: 'assign',
  accepted: 'start',
  doing: 'deliverable',
  delivered: 'acceptance',
  checked: 'settle',
}
const actionTexts = {
  edit: texts.edit,
  adjust: texts.adjust,
  assign: texts.assign,
  deliverable: texts.addDeliverable,
  list: texts.addList,
  acceptance: texts.addAcceptance,
} as const
const offeredActions = ['edit', 'assign', 'deliverable', 'list', 'acceptance', 'adjust'] as const

/** The next step as a button, disabled with the reason when refused, and the other available actions in a menu. */
function Actions({ order, onAsk }: { readonly order: OrderDetail; readonly onAsk: (what: OpenDialog) => void }) {
  const t = useText()
  const actionLabel = (what: OfferedAction | OrderStep) => t(what in actionTexts ? actionTexts[what as keyof typeof actionTexts] : texts[what as OrderStep])
  if (order.own === 'offered') {
    return (
      <span className="k-row">
        <Button type="primary" onClick={() => onAsk('accept')}>
          {t(texts.accept)}
        </Button>
        <Button onClick={() => onAsk('decline')}>{t(texts.decline)}</Button>
      </span>
    )
  }
  const open = [...offeredActions, ...orderSteps].filter((what) => order.may[what] === '')
  const next = order.isPaused ? 'resume' : (mainActionByState[order.state] ?? null)
  const mainAction = open.find((what) => what === next) ?? (open.length === 1 ? open[0] : undefined)
  const rest = open.filter((what) => what !== mainAction)
  const refusedStep = next && order.may[next] !== '' && (can('orders:make') || can('orders:check')) ? next : null
  return (
    <span className="k-row">
      {refusedStep ? (
        <ActionButton reason={order.may[refusedStep]} onPress={() => undefined}>
          {actionLabel(refusedStep)}
        </ActionButton>
      ) : null}
      {mainAction ? (
        <Button type="primary" onClick={() => onAsk(mainAction)}>
          {actionLabel(mainAction)}
        </Button>
      ) : null}
      {rest.length > 0 ? (
        <Dropdown items={rest.map((what) => ({ key: what, label: actionLabel(what), onClick: () => onAsk(what) }))}>
          <Button>{t(texts.more)}</Button>
        </Dropdown>
      ) : null}
    </span>
  )
}

function OpenedDialog({ order, openDialog: dialog, onClose }: { readonly order: OrderDetail; readonly openDialog: OpenDialog; readonly onClose: () => void }) {
  if (dialog === 'edit') return <OrderDialog order={order} kind={order.kind} onClose={onClose} onMade={onClose} />
  if (dialog === 'adjust') return <AdjustDialog order={order} onClose={onClose} />
  if (dialog === 'assign') return <AssignDialog order={order} onClose={onClose} />
  if (dialog === 'accept' || dialog === 'decline') return <AnswerDialog order={order} accept={dialog === 'accept'} onClose={onClose} />
  if (dialog === 'deliverable' || dialog === 'list' || dialog === 'acceptance') return <PaperDialog order={order} kind={dialog} onClose={onClose} />
  return <MoveDialog order={order} move={dialog} onClose={onClose} />
}

interface DrawerProps {
  /** Id of the order; 0 while the drawer is closed. */
  readonly id: number
  readonly pane: string
  readonly onPane: (pane: string) => void
  readonly onClose: () => void
}

/** One order: data, operators, documents and the batches that pay for it. */
export function OrderDrawer({ id, pane, onPane, onClose }: DrawerProps) {
  const t = useText()
  const isOperator = useUser()?.usertype === userType.operator
  const [dialog, ask] = useState<OpenDialog | null>(null)
  const detailQuery = useRead(api.orders.get, { id }, { isEnabled: id !== 0, follows: ['orders', 'batches'] })
  const current = id !== 0 && detailQuery.data?.id === id ? detailQuery.data : undefined
  const renderDetail = (render: (order: OrderDetail) => ReactNode) => <QueryContent query={{ ...detailQuery, data: current }}>{render}</QueryContent>
  const panes = [
    { key: 'facts', label: t(texts.facts), content: renderDetail((order) => <Basics order={order} />) },
    { key: 'people', label: t(texts.people), content: renderDetail((order) => <PeoplePane order={order} />) },
    { key: 'papers', label: t(texts.papers), content: renderDetail((order) => <PapersPane order={order} />) },
    { key: 'batches', label: t(texts.batches), content: renderDetail((order) => <BatchesPane order={order} />) },
  ]
  return (
    <>
      <DetailDrawer
        isOpen={id !== 0}
        width={960}
        title={
          current ? (
            <span className="k-row">
              {current.title} {current.own ? <AssignmentTag state={current.own} /> : <OrderTag order={current} />}
            </span>
          ) : (
            ''
          )
        }
        onClose={onClose}
        actions={current ? <Actions order={current} onAsk={ask} /> : null}
        pane={pane}
        onPane={onPane}
        panes={isOperator ? panes.filter(({ key }) => key === 'facts' || key === 'papers') : panes}
      />
      {dialog && current ? <OpenedDialog order={current} openDialog={dialog} onClose={() => ask(null)} /> : null}
    </>
  )
}
